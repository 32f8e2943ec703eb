import { randomUUID } from 'node:crypto';
import { newHostname } from '../support/domains';
import { untilJudged } from '../../support/judged';
import { expectProblem } from '../support/problems';
import type { Domain, List, Problem } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

describe('adding a domain', () => {
  const workspace = useWorkspace();

  it('is 201 with a pending domain and the records to publish', async () => {
    const hostname = newHostname();
    const { status, headers, body } = await workspace.post<Domain>('/v1/domains', { hostname });
    expect(status).toBe(201);
    expect(headers.location).toBe(`/v1/domains/${body.id}`);
    expect(body).toEqual({
      id: expect.stringMatching(/^dom_[0-9a-z]{26}$/),
      hostname,
      status: 'pending',
      is_primary: false,
      root_url: null,
      not_found_url: null,
      expired_url: null,
      apple_app_site_association: null,
      assetlinks: null,
      dns_records: [
        {
          type: 'TXT',
          name: `_waymark.${hostname}`,
          value: expect.stringMatching(/^waymark-verification=[0-9a-z]{26}$/),
        },
        { type: 'CNAME', name: hostname, value: 'localhost' },
      ],
      verified_at: null,
      last_checked_at: null,
      last_check: null,
      created_at: expect.stringMatching(/Z$/),
      updated_at: body.created_at,
    });
    const read = await workspace.get<Domain>(`/v1/domains/${body.id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.etag).toBe(headers.etag);
  });

  it('keeps URLs and JSON documents as they were sent', async () => {
    const fields = {
      root_url: 'https://brand.example/?a=1#b',
      not_found_url: 'https://brand.example/lost',
      expired_url: 'https://brand.example/over',
      apple_app_site_association: { applinks: { details: [{ appIDs: ['A.b'], components: [{ '/': '/*' }] }] } },
      assetlinks: [{ relation: ['delegate_permission/common.handle_all_urls'], target: { namespace: 'web' } }],
    };
    expect(await workspace.addDomain(fields)).toMatchObject(fields);
  });

  it.each([
    ['Go.%s.', 'go.%s'],
    ['bücher.%s', 'xn--bcher-kva.%s'],
    ['XN--bcher-kva2.%s', null],
  ])('takes %s as %s', async (typed, canonical) => {
    const unique = newHostname();
    const { status, body } = await workspace.post<Domain>('/v1/domains', { hostname: typed.replace('%s', unique) });
    expect(status).toBe(canonical === null ? 400 : 201);
    if (canonical !== null) expect(body.hostname).toBe(canonical.replace('%s', unique));
  });

  it('refuses a hostname that the workspace has, however it is written', async () => {
    const { hostname } = await workspace.addDomain();
    expectProblem(await workspace.post('/v1/domains', { hostname: `${hostname.toUpperCase()}.` }), 409, 'conflict');
  });

  it('lets another workspace add it, with an id and a record of its own', async () => {
    const mine = await workspace.addDomain();
    const other = await (await newWorkspace()).addDomain({ hostname: mine.hostname });
    expect(other.id).not.toBe(mine.id);
    expect(other.dns_records[0]).not.toEqual(mine.dns_records[0]);
  });

  it.each([
    ['brand', 'hostname'],
    ['localhost', 'hostname'],
    ['go.localhost', 'hostname'],
    ['127.0.0.1', 'hostname'],
    ['[::1]', 'hostname'],
    ['brand.example:443', 'hostname'],
    ['https://brand.example/', 'hostname'],
    ['*.brand.example', 'hostname'],
    ['under_score.example', 'hostname'],
    ['svc_live_0123456789abcdefghijklmn.example', 'hostname'],
  ])('refuses %s as a hostname', async (hostname, field) => {
    const answer = await workspace.post<Problem>('/v1/domains', { hostname });
    expectProblem(answer, 400, 'invalid_request');
    expect(answer.body.errors.map(({ location }) => location)).toEqual([`body.${field}`]);
  });

  it('judges its URLs like destinations, and lists all problems', async () => {
    const hostname = newHostname();
    const { body, status } = await workspace.post<Problem>('/v1/domains', {
      hostname,
      root_url: `https://${hostname}/start`,
      not_found_url: `${workspace.product.url}/x`,
      expired_url: 'https://blocked.example/',
    });
    expect(status).toBe(400);
    expect(body.code).toBe('redirect_loop');
    expect(body.errors.map(({ location, code }) => [location, code])).toEqual([
      ['body.root_url', 'redirect_loop'],
      ['body.not_found_url', 'redirect_loop'],
      ['body.expired_url', 'unsafe_destination'],
    ]);
  });

  it.each([
    ['a text', 'text'],
    ['a number', 1],
    ['an object', {}],
    ['too large', ['x'.repeat(131_072)]],
    ['too deep', JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)],
    ['NUL', ['\u0000']],
    ['a lone surrogate', ['\ud800']],
    ['an API key', ['svc_live_0123456789abcdefghijklmnopqrst']],
  ])('refuses a JSON document that is %s', async (_, document) => {
    const body = { hostname: newHostname(), assetlinks: document as unknown };
    expectProblem(await workspace.post('/v1/domains', body), 400, 'invalid_request');
  });

  it('refuses an association of apps that is a list', async () => {
    const answer = await workspace.post('/v1/domains', { hostname: newHostname(), apple_app_site_association: [] });
    expect(expectProblem(answer, 400, 'invalid_request').errors).toMatchObject([{ message: 'must be a JSON object' }]);
  });

  it('refuses what no body sets, and says why', async () => {
    const body = { hostname: newHostname(), status: 'verified', is_primary: true, colour: 'red' };
    const answer = await workspace.post<Problem>('/v1/domains', body);
    expect(answer.body.errors.map(({ location, message }) => `${location} ${message}`)).toEqual([
      'body.status cannot be set: it is read-only',
      'body.is_primary can be set once the domain is verified',
      'body.colour is not a known field',
    ]);
  });

  it('adds one domain for all repeats under one Idempotency-Key', async () => {
    const { list } = await lister();
    const headers = { 'idempotency-key': newHostname() };
    const body = { hostname: newHostname() };
    const answers = await Promise.all([1, 2].map(() => workspace.post<Domain>('/v1/domains', body, headers)));
    expect(answers.map(({ status }) => status).filter((status) => status === 201).length).toBeGreaterThan(0);
    expect((await list()).filter(({ hostname }) => hostname === body.hostname)).toHaveLength(1);
  });

  const lister = async () => ({
    list: async () => (await workspace.get<List<Domain>>('/v1/domains?limit=100')).body.data,
  });
});

describe('a workspace', () => {
  it('has 100 domains at most, removed ones not counted', async () => {
    const workspace = await newWorkspace();
    const add = () => {
      const [hostname, headers] = [newHostname(), { 'idempotency-key': randomUUID() }];
      return untilJudged(() => workspace.post<Domain>('/v1/domains', { hostname }, headers));
    };
    const made = await Promise.all(Array.from({ length: 100 }, add));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    const [first] = made.map(({ body }) => body);
    expectProblem(await add(), 403, 'limit_reached');
    expect((await workspace.delete(`/v1/domains/${first?.id}`)).status).toBe(204);
    expect((await add()).status).toBe(201);
    expectProblem(await workspace.post('/v1/domains', { hostname: first?.hostname }), 403, 'limit_reached');
  });
});
