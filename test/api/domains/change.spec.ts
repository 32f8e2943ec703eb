import { eventually } from '../../support/programs';
import { newHostname } from '../support/domains';
import { entriesAt, justBefore, typesOf } from '../support/history';
import { expectProblem } from '../support/problems';
import type { Domain, List, Problem } from '../support/records';
import { newWorkspace, useWorkspace } from '../support/workspace';

const workspace = useWorkspace();
const read = async ({ id }: Pick<Domain, 'id'>) => (await workspace.get<Domain>(`/v1/domains/${id}`)).body;

describe('changing a domain', () => {
  it('merges: absent fields stay, null clears', async () => {
    const domain = await workspace.addDomain({ root_url: 'https://a.example/', not_found_url: 'https://b.example/' });
    const { status, body } = await workspace.patch<Domain>(`/v1/domains/${domain.id}`, {
      root_url: null,
      expired_url: 'https://c.example/',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      root_url: null,
      not_found_url: 'https://b.example/',
      expired_url: 'https://c.example/',
    });
    expect(await read(domain)).toEqual(body);
  });

  it('is refused under a stale If-Match, and changes no ETag when it changes nothing', async () => {
    const { id } = await workspace.addDomain({ root_url: 'https://a.example/' });
    const etag = (await workspace.get(`/v1/domains/${id}`)).headers.etag ?? '';
    const same = await workspace.patch(`/v1/domains/${id}`, { root_url: 'https://a.example/' }, { 'if-match': etag });
    expect([same.status, same.headers.etag]).toEqual([200, etag]);
    const edited = await workspace.patch(`/v1/domains/${id}`, { root_url: 'https://b.example/' }, { 'if-match': etag });
    expect([edited.status, edited.headers.etag === etag]).toEqual([200, false]);
    expectProblem(
      await workspace.patch(`/v1/domains/${id}`, { root_url: null }, { 'if-match': etag }),
      412,
      'revision_mismatch',
    );
    expectProblem(await workspace.delete(`/v1/domains/${id}`, { 'if-match': etag }), 412, 'revision_mismatch');
  });

  it('refuses another hostname, and URLs that lead to the domain', async () => {
    const { id, hostname } = await workspace.addDomain();
    const renamed = await workspace.patch<Problem>(`/v1/domains/${id}`, { hostname: newHostname() });
    expect(renamed.body.errors).toMatchObject([{ location: 'body.hostname' }]);
    for (const host of [hostname, `${hostname}:80`, `${hostname}:8443`, `${hostname.toUpperCase()}.`])
      expectProblem(
        await workspace.patch(`/v1/domains/${id}`, { not_found_url: `http://${host}/x` }),
        400,
        'redirect_loop',
      );
  });
});

describe('the primary domain', () => {
  it('is a verified one', async () => {
    const { id } = await workspace.addDomain();
    expectProblem(await workspace.patch(`/v1/domains/${id}`, { is_primary: true }), 409, 'invalid_state');
  });

  it('is one at a time: the last that was made primary', async () => {
    const own = await newWorkspace();
    const [one, two] = [await own.verifiedDomain(), await own.verifiedDomain()];
    const primary = async () =>
      (await own.get<List<Domain>>('/v1/domains')).body.data.filter(({ is_primary }) => is_primary).map(({ id }) => id);
    for (const { id } of [one, two, one]) {
      const { body } = await own.patch<Domain>(`/v1/domains/${id}`, { is_primary: true });
      expect(body.is_primary).toBe(true);
      expect(await primary()).toEqual([id]);
    }
    await Promise.all([one, two].map(({ id }) => own.patch(`/v1/domains/${id}`, { is_primary: true })));
    expect(await primary()).toHaveLength(1);
    const [last] = await primary();
    await own.delete(`/v1/domains/${last}`);
    expect(await primary()).toEqual([]);
    const rest = [one, two].find(({ id }) => id !== last);
    await own.patch(`/v1/domains/${rest?.id}`, { is_primary: true });
    const ended = await own.patch(`/v1/domains/${rest?.id}`, { is_primary: false });
    expect((await own.get(`/v1/domains/${rest?.id}`)).headers.etag).toBe(ended.headers.etag);
    expect(await primary()).toEqual([]);
  });

  it('has another ETag once a PATCH has ended that', async () => {
    const { id } = await workspace.verifiedDomain();
    const path = `/v1/domains/${id}`;
    const made = await workspace.patch(path, { is_primary: true });
    const ended = await workspace.patch(path, { is_primary: false });
    expect(ended.headers.etag).not.toBe(made.headers.etag);
    const stale = await workspace.patch(
      path,
      { root_url: 'https://a.example/' },
      { 'if-match': made.headers.etag ?? '' },
    );
    expectProblem(stale, 412, 'revision_mismatch');
    expect((await workspace.patch(path, {}, { 'if-match': ended.headers.etag ?? '' })).status).toBe(200);
  });
});

describe('removing a domain', () => {
  it('is 204, and then a 404 everywhere but in its past', async () => {
    const { id, updated_at } = await workspace.addDomain({ root_url: 'https://a.example/' });
    const path = `/v1/domains/${id}`;
    expect((await workspace.delete(path)).status).toBe(204);
    for (const answer of [
      await workspace.get(path),
      await workspace.patch(path, { root_url: null }),
      await workspace.post(`${path}/verify`),
      await workspace.delete(path),
    ])
      expectProblem(answer, 404, 'not_found');
    expect(typesOf(await entriesAt(workspace, `${path}/history`))).toEqual(['domain.created', 'domain.removed']);
    expect((await workspace.get<Domain>(`${path}?as_of=${updated_at}`)).body).toMatchObject({
      status: 'pending',
      root_url: 'https://a.example/',
    });
    expectProblem(await workspace.get(`${path}?as_of=${justBefore(updated_at)}`), 404, 'not_found');
  });

  it('takes only true or false for force', async () => {
    const { id } = await workspace.addDomain();
    expectProblem(await workspace.delete(`/v1/domains/${id}?force=yes`), 400, 'invalid_request');
  });
});

describe('the list of domains', () => {
  it('has the newest first, by status and page', async () => {
    const own = await newWorkspace();
    const domains = [await own.addDomain(), await own.addDomain(), await own.verifiedDomain()];
    const list = async (query: string) => (await own.get<List<Domain>>(`/v1/domains${query}`)).body;
    // On a busy machine the list may be behind the answers, which say so.
    await eventually(async () =>
      expect((await list('')).data.map(({ id }) => id)).toEqual(domains.map(({ id }) => id).reverse()),
    );
    expect((await list('?status=pending')).meta).toEqual({ total: 2, page: 1, limit: 25 });
    expect((await list('?limit=1&page=2')).data.map(({ id }) => id)).toEqual([domains[1]?.id]);
    expect((await list('?status=disabled')).meta.total).toBe(0);
    expectProblem(await own.get('/v1/domains?status=lost'), 400, 'invalid_request');
  });
});
