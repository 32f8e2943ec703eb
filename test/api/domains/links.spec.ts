import { send } from '../../support/waymark';
import { publishFor, verify } from '../support/domains';
import { expectProblem } from '../support/problems';
import type { Domain, Link, List, Problem } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const destination_url = 'https://example.com/';

describe('links on a verified domain', () => {
  const workspace = useWorkspace();
  let domain: Domain;
  beforeAll(async () => {
    domain = await workspace.verifiedDomain();
  });
  const create = (fields: object) => workspace.post<Link & Problem>('/v1/links', { destination_url, ...fields });

  it('have its hostname in their short URL, without a port', async () => {
    const link = await workspace.createLink({ domain: domain.hostname, alias: 'Summer' });
    expect([link.short_url, link.domain]).toEqual([`http://${domain.hostname}/Summer`, domain.hostname]);
    expect((await workspace.get(`/v1/links/${link.id}`)).body).toEqual(link);
  });

  it('name it in any case and with its dot', async () => {
    const { status, body } = await create({ domain: `${domain.hostname.toUpperCase()}.` });
    expect([status, body.domain]).toEqual([201, domain.hostname]);
  });

  it('have their aliases apart from those of other domains', async () => {
    const alias = `apart-${Date.now()}`;
    const other = await workspace.verifiedDomain();
    for (const fields of [{}, { domain: domain.hostname }, { domain: other.hostname }])
      expect((await create({ alias, ...fields })).status).toBe(201);
    const taken = await create({ alias: alias.toUpperCase(), domain: domain.hostname });
    expectProblem(taken, 409, 'alias_taken');
  });

  it('are found by their address, and by it alone', async () => {
    const { id, short_url, alias } = await workspace.createLink({ domain: domain.hostname });
    const found = async (query: string) => {
      const { status, body } = await workspace.get<Link>(`/v1/links/lookup?${query}`);
      return status === 200 ? body.id : status;
    };
    expect(await found(`alias=${alias}&domain=${domain.hostname.toUpperCase()}`)).toBe(id);
    expect(await found(`short_url=${encodeURIComponent(short_url)}`)).toBe(id);
    expect(await found(`alias=${alias}`)).toBe(404);
    expect(await found(`alias=${alias}&domain=other.example`)).toBe(404);
    const exists = (query: string) => workspace.get<{ exists: boolean }>(`/v1/links/exists?alias=${alias}${query}`);
    expect((await exists(`&domain=${domain.hostname}`)).body.exists).toBe(true);
    expect((await exists('')).body.exists).toBe(false);
    expectProblem(await exists('&domain=other.example'), 400, 'domain_not_verified');
  });

  it('are listed and counted by its hostname', async () => {
    const other = await workspace.verifiedDomain();
    const { id } = await workspace.createLink({ domain: other.hostname });
    const { body } = await workspace.get<List<Link>>(`/v1/links?domain=${other.hostname.toUpperCase()}`);
    expect(body.data.map((link) => link.id)).toEqual([id]);
    expect((await workspace.get(`/v1/links/count?domain=${other.hostname}`)).body).toEqual({ count: 1 });
  });

  it('are made by PUT and in bulk, too', async () => {
    const path = `/v1/links/by-external-id/${domain.hostname}`;
    const put = (body: object) =>
      send<Link>(workspace.product, 'PUT', path, { body, headers: { authorization: `Bearer ${workspace.token}` } });
    const made = await put({ destination_url, domain: domain.hostname });
    expect([made.status, made.body.domain]).toEqual([201, domain.hostname]);
    expect((await put({ title: 'x', domain: `${domain.hostname.toUpperCase()}.` })).status).toBe(200);
    expectProblem(await put({ domain: 'localhost' }), 409, 'conflict');
    const items = [{ domain: domain.hostname }, { domain: 'other.example' }].map((one) => ({
      destination_url,
      ...one,
    }));
    const bulk = await workspace.post<{ data: { status: number; link?: Link; error?: Problem }[] }>(
      '/v1/links/bulk',
      items,
    );
    expect(bulk.body.data.map(({ status, link, error }) => [status, link?.domain ?? error?.code])).toEqual([
      [201, domain.hostname],
      [400, 'domain_not_verified'],
    ]);
  });

  it('are found again by find_if_exists, which tells domains apart', async () => {
    const fields = { destination_url: `${destination_url}?${domain.hostname}`, find_if_exists: true };
    const [ours, theirs] = [await create(fields), await create({ ...fields, domain: domain.hostname })];
    expect([ours.status, theirs.status]).toEqual([201, 201]);
    const again = await create({ ...fields, domain: domain.hostname });
    expect([again.status, again.body.id]).toEqual([200, theirs.body.id]);
  });

  it('lead neither to it nor to any other verified domain', async () => {
    const foreign = await (await newWorkspace()).verifiedDomain();
    const pending = await workspace.addDomain();
    for (const { hostname } of [domain, foreign]) {
      const { body, status } = await create({
        destination_url: `https://${hostname.toUpperCase()}./x`,
        expired_url: `http://${hostname}:8080/`,
        rules: [{ if: { device: 'mobile' }, destination_url: `http://${hostname}/` }],
      });
      expect([status, body.code]).toEqual([400, 'redirect_loop']);
      expect(body.errors.map(({ location }) => location)).toEqual([
        'body.destination_url',
        'body.expired_url',
        'body.rules[0].destination_url',
      ]);
    }
    const link = await workspace.createLink({ destination_url: `https://${pending.hostname}/` });
    const looped = await workspace.patch(`/v1/links/${link.id}`, { expired_url: `https://${foreign.hostname}/` });
    expectProblem(looped, 400, 'redirect_loop');
    const { body } = await workspace.post<Problem>('/api/urls', { originalUrl: `https://${foreign.hostname}/` });
    expect(body).toMatchObject({ code: 'redirect_loop', errors: [{ location: 'body.originalUrl' }] });
  });

  it('are refused with all their problems in one answer', async () => {
    const foreign = await (await newWorkspace()).verifiedDomain();
    const problemsOf = async (fields: object) =>
      (await create({ redirect_type: 99, destination_url: `https://${domain.hostname}/`, ...fields })).body.errors
        .map(({ location, code }) => `${location} ${code}`)
        .sort();
    const both = ['body.destination_url redirect_loop', 'body.redirect_type invalid_request'];
    expect(await problemsOf({ domain: domain.hostname })).toEqual(both);
    expect(await problemsOf({ domain: foreign.hostname })).toEqual([
      both[0],
      'body.domain domain_not_verified',
      both[1],
    ]);
  });
});

describe('a domain that links cannot have', () => {
  it.each(['pending', 'of another workspace', 'removed', 'unknown', 'no hostname'])(
    'is one that is %s',
    async (kind) => {
      const [workspace, other] = await Promise.all([newWorkspace(), newWorkspace()]);
      const make: Readonly<Record<string, () => Promise<string>>> = {
        pending: async () => (await workspace.addDomain()).hostname,
        'of another workspace': async () => (await other.verifiedDomain()).hostname,
        removed: async () => {
          const { id, hostname } = await workspace.verifiedDomain();
          await workspace.delete(`/v1/domains/${id}`);
          return hostname;
        },
        unknown: async () => 'unknown.example',
        'no hostname': async () => 'x y',
      };
      const answer = await workspace.post('/v1/links', { destination_url, domain: await make[kind]?.() });
      expect(expectProblem(answer, 400, 'domain_not_verified').errors.map(({ location }) => location)).toEqual([
        'body.domain',
      ]);
    },
  );

  it('is one that another workspace has taken over', async () => {
    const [workspace, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const { hostname } = await workspace.verifiedDomain();
    await verify(other, await other.addDomain({ hostname }));
    expectProblem(await workspace.post('/v1/links', { destination_url, domain: hostname }), 400, 'domain_not_verified');
  });
});

describe('the primary domain', () => {
  it('is that of links which name none, also through POST /api/urls', async () => {
    const workspace = await newWorkspace();
    const domain = await workspace.verifiedDomain();
    expect((await workspace.createLink()).domain).not.toBe(domain.hostname);
    await workspace.patch(`/v1/domains/${domain.id}`, { is_primary: true });
    expect((await workspace.createLink()).domain).toBe(domain.hostname);
    const { body } = await workspace.post<{ shortUrl: string }>('/api/urls', { originalUrl: destination_url });
    expect(body.shortUrl).toMatch(new RegExp(`^http://${domain.hostname}/`));
    const own = new URL(workspace.product.url).host;
    expect((await workspace.createLink({ domain: own })).domain).toBe(own);
    await workspace.delete(`/v1/domains/${domain.id}?force=true`);
    expect((await workspace.createLink()).domain).toBe(own);
  });

  it('is not used once it has failed', async () => {
    const [workspace, other] = await Promise.all([newWorkspace(), newWorkspace()]);
    const domain = await workspace.verifiedDomain();
    await workspace.patch(`/v1/domains/${domain.id}`, { is_primary: true });
    await verify(other, await other.addDomain({ hostname: domain.hostname }));
    expect((await workspace.createLink()).domain).not.toBe(domain.hostname);
    publishFor(domain);
    expect((await verify(workspace, domain)).is_primary).toBe(false);
  });
});

describe('removing a domain with links', () => {
  it('is refused without force; with it the links stay, and get their domain back with it', async () => {
    const workspace = await newWorkspace();
    const domain = await workspace.verifiedDomain();
    const link = await workspace.createLink({ domain: domain.hostname });
    expectProblem(await workspace.delete(`/v1/domains/${domain.id}`), 409, 'domain_in_use');
    expectProblem(await workspace.delete(`/v1/domains/${domain.id}?force=false`), 409, 'domain_in_use');
    expect((await workspace.delete(`/v1/domains/${domain.id}?force=true`)).status).toBe(204);
    expect((await workspace.get(`/v1/links/${link.id}`)).body).toEqual(link);
    const again = await verify(workspace, await workspace.addDomain({ hostname: domain.hostname }));
    expect(again.id).toBe(domain.id);
    const taken = await workspace.post('/v1/links', { destination_url, alias: link.alias, domain: domain.hostname });
    expectProblem(taken, 409, 'alias_taken');
    await workspace.delete(`/v1/links/${link.id}`);
    expect((await workspace.delete(`/v1/domains/${domain.id}`)).status).toBe(204);
  });
});
