import { readFileSync } from 'node:fs';
import { ASSETLINKS } from '../../support/assetlinks';
import { eventually } from '../../support/programs';
import { send } from '../../support/waymark';
import { BROWSER, shownClicks } from '../support/clicks';
import { newHostname, publishFor, unpublish, verify } from '../support/domains';
import { productUnderTest } from '../support/product';
import type { Analytics, Domain, Problem } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const product = productUnderTest();
const destination_url = 'https://example.com/there';

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const ask = (host: string, path: string, { method = 'GET', headers = {}, body }: Ask = {}) =>
  send<Problem>(product, method, path, {
    headers: { host, 'user-agent': BROWSER, 'x-forwarded-for': '203.0.113.9', ...headers },
    body,
  });
/** The location of a redirect, else the status. A cluster follows within a second. */
const leads = async (host: string, path: string) => {
  const { status, headers } = await ask(host, path);
  return status === 302 ? headers.location : status;
};
const becomes = (host: string, path: string, expected: unknown) =>
  eventually(async () => expect(await leads(host, path)).toBe(expected));

describe('a link on a verified domain', () => {
  const workspace = useWorkspace();
  let domain: Domain;
  beforeAll(async () => {
    domain = await workspace.verifiedDomain();
  });

  it('redirects there and on no other host', async () => {
    const { alias } = await workspace.createLink({ domain: domain.hostname, destination_url });
    const other = await workspace.verifiedDomain();
    await becomes(domain.hostname, `/${alias}`, destination_url);
    expect(await leads(new URL(product.url).host, `/${alias}`)).toBe(404);
    await becomes(other.hostname, '/', 404);
    expect(await leads(other.hostname, `/${alias}`)).toBe(404);
    expect((await ask(domain.hostname, `/${alias}`)).headers['x-robots-tag']).toBe('noindex');
  });

  it('is apart from one with its alias on our own host', async () => {
    const alias = `same-${Date.now()}`;
    await workspace.createLink({ alias, destination_url: 'https://example.com/own' });
    await workspace.createLink({ alias, destination_url, domain: domain.hostname });
    await becomes(domain.hostname, `/${alias}`, destination_url);
    await becomes(new URL(product.url).host, `/${alias}`, 'https://example.com/own');
  });

  it('takes the Host header with capitals, port and final dot', async () => {
    const { alias } = await workspace.createLink({ domain: domain.hostname, destination_url });
    await becomes(domain.hostname, `/${alias}`, destination_url);
    for (const host of [
      domain.hostname.toUpperCase(),
      `${domain.hostname}:8443`,
      `${domain.hostname}.`,
      `${domain.hostname}.:80`,
    ])
      expect(await leads(host, `/${alias}`)).toBe(destination_url);
  });

  it('is counted, with its domain', async () => {
    const own = await newWorkspace();
    const { id, hostname } = await own.verifiedDomain();
    const { alias } = await own.createLink({ domain: hostname, destination_url });
    const elsewhere = await own.createLink();
    await becomes(hostname, `/${alias}`, destination_url);
    await ask(new URL(product.url).host, `/${elsewhere.alias}`);
    const clicks = await shownClicks(own, 2);
    expect(clicks.map((click) => click.domain).sort()).toEqual([hostname, new URL(product.url).host].sort());
    for (const path of [
      `/v1/analytics/domains/${id}?`,
      `/v1/analytics/workspace?domain=${hostname.toUpperCase()}`,
      `/v1/analytics/workspace?domain=${id}`,
    ])
      expect((await own.get<Analytics>(path)).body.totals).toMatchObject({ clicks: 1 });
    expect((await own.get<Analytics>(`/v1/analytics/workspace?domain=-${hostname}`)).body.totals.clicks).toBe(1);
  });

  it('asks for its password there', async () => {
    const { alias } = await workspace.createLink({ domain: domain.hostname, destination_url, password: 'sesame' });
    await becomes(domain.hostname, `/${alias}`, 401);
    const given = await ask(domain.hostname, `/${alias}`, { method: 'POST', body: { password: 'sesame' } });
    expect([given.status, given.headers.location]).toEqual([303, destination_url]);
  });
});

describe('a verified host', () => {
  const workspace = useWorkspace();

  it('never answers as the API, whatever path and method', async () => {
    const { hostname } = await workspace.verifiedDomain();
    await becomes(hostname, '/', 404);
    const authorized = { headers: { authorization: `Bearer ${workspace.token}` } };
    for (const path of [
      '/v1/links',
      '/v1/auth/me',
      '/health/live',
      '/health/ready',
      '/metrics',
      '/openapi.json',
      '/docs',
      '/llms.txt',
      '/api/urls',
      '/errors/not_found',
    ])
      expect([path, (await ask(hostname, path, authorized)).status]).toEqual([path, 404]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect([method, (await ask(hostname, '/v1/links', { method, ...authorized })).status]).toEqual([method, 405]);
    expect((await ask(hostname, '/x', { headers: { accept: 'text/html' } })).headers['content-type']).toMatch(
      /^text\/html/,
    );
  });

  it('leads where its URLs say, by 302 and uncounted', async () => {
    const own = await newWorkspace();
    const { id, hostname } = await own.verifiedDomain({
      root_url: 'https://brand.example/',
      not_found_url: 'https://brand.example/lost?ü',
      expired_url: 'https://brand.example/over',
    });
    const over = await own.createLink({ domain: hostname, expires_at: '2020-01-01T00:00:00Z' });
    const elsewhere = await own.createLink({
      domain: hostname,
      expires_at: '2020-01-01T00:00:00Z',
      expired_url: 'https://example.com/own',
    });
    await becomes(hostname, '/', 'https://brand.example/');
    await becomes(hostname, '/?a=1', 'https://brand.example/');
    await becomes(hostname, '/unknown', 'https://brand.example/lost?%C3%BC');
    await becomes(hostname, '/v1/links', 'https://brand.example/lost?%C3%BC');
    await becomes(hostname, `/${over.alias}`, 'https://brand.example/over');
    await becomes(hostname, `/${elsewhere.alias}`, 'https://example.com/own');
    expect((await ask(hostname, '/unknown', { method: 'HEAD' })).status).toBe(302);
    expect((await ask(hostname, '/unknown', { method: 'POST' })).status).toBe(405);
    await own.patch(`/v1/domains/${id}`, { root_url: null, expired_url: null });
    await becomes(hostname, '/', 'https://brand.example/lost?%C3%BC');
    await becomes(hostname, `/${over.alias}`, 410);
    await own.patch(`/v1/domains/${id}`, { not_found_url: null });
    await becomes(hostname, '/', 404);
    expect((await own.get<Analytics>('/v1/analytics/workspace?include_bots=true')).body.totals.clicks).toBe(0);
  });

  it('serves the documents of its deep links, and those alone', async () => {
    const apple_app_site_association = { applinks: { details: [{ appIDs: ['A.b'] }] } };
    const { id, hostname } = await workspace.verifiedDomain({ apple_app_site_association });
    const path = '/.well-known/apple-app-site-association';
    await eventually(async () => expect((await ask(hostname, path)).status).toBe(200));
    const { headers, body } = await ask(hostname, path);
    expect(body).toEqual(apple_app_site_association);
    expect(headers['content-type']).toBe('application/json');
    expect((await ask(hostname, path, { method: 'HEAD' })).headers['content-length']).toBe(headers['content-length']);
    expect((await ask(hostname, '/.well-known/assetlinks.json')).status).toBe(404);
    await workspace.patch(`/v1/domains/${id}`, { assetlinks: [{ relation: ['x'] }], apple_app_site_association: null });
    await eventually(async () =>
      expect((await ask(hostname, '/.well-known/assetlinks.json')).body).toEqual([{ relation: ['x'] }]),
    );
    expect((await ask(hostname, path)).status).toBe(404);
  });

  it('has documents apart from those of our own hosts, which are files', async () => {
    const assetlinks = [{ relation: ['theirs'] }];
    const { hostname } = await workspace.verifiedDomain({ assetlinks });
    const path = '/.well-known/assetlinks.json';
    await eventually(async () => expect((await ask(hostname, path)).body).toEqual(assetlinks));
    const own = await ask(new URL(product.url).host, path);
    expect([own.status, own.headers['content-type'], own.text]).toEqual([
      200,
      'application/json',
      readFileSync(ASSETLINKS, 'utf8'),
    ]);
    expect((await ask(new URL(product.url).host, '/.well-known/apple-app-site-association')).status).toBe(404);
  });
});

describe('a host that is not verified', () => {
  it('resolves nothing: unknown, pending, failed, removed; and resolves again once it is verified again', async () => {
    const [workspace, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    expect(await leads(newHostname(), '/x')).toBe(404);
    const pending = await workspace.addDomain({ root_url: 'https://brand.example/' });
    expect(await leads(pending.hostname, '/')).toBe(404);
    const { hostname } = await verify(workspace, pending);
    const { alias } = await workspace.createLink({ domain: hostname, destination_url });
    await becomes(hostname, `/${alias}`, destination_url);

    const taken = await verify(other, await other.addDomain({ hostname }));
    await becomes(hostname, `/${alias}`, 404);
    const theirs = await other.createLink({ domain: hostname, alias, destination_url: 'https://example.com/theirs' });
    await becomes(hostname, `/${theirs.alias}`, 'https://example.com/theirs');
    await other.delete(`/v1/domains/${taken.id}?force=true`);
    await becomes(hostname, `/${alias}`, 404);

    publishFor(pending);
    await verify(workspace, pending);
    await becomes(hostname, `/${alias}`, destination_url);
    await workspace.delete(`/v1/domains/${pending.id}?force=true`);
    await becomes(hostname, `/${alias}`, 404);
    unpublish(pending);
    await verify(workspace, await workspace.addDomain({ hostname }));
    await becomes(hostname, `/${alias}`, destination_url);
  });

  it('resolves nothing while its workspace is deleted', async () => {
    const workspace = await newWorkspace();
    const { hostname } = await workspace.verifiedDomain({ root_url: 'https://brand.example/' });
    await becomes(hostname, '/', 'https://brand.example/');
    const { name } = (await workspace.user.get<{ name: string }>('/v1/workspace')).body;
    const headers = { authorization: `Bearer ${workspace.owner.access_token}` };
    await send(product, 'DELETE', '/v1/workspace', { headers, body: { name } });
    await becomes(hostname, '/', 404);
  });
});
