import { eventually } from '../../support/programs';
import { api, type Product, startWaymark } from '../../support/waymark';
import type { ApiKey, List } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

const VISIBLE_WITHIN_MS = 2_000;

const usageOf = async (workspace: Workspace, id: string) => {
  const { request_count, last_used_at } = (await workspace.user.get<ApiKey>(`/v1/api-keys/${id}`)).body;
  return { request_count, last_used_at };
};

describe('the use of a key', () => {
  const workspace = useWorkspace();

  it('counts every request that was authenticated by it, refused ones included, and is told everywhere within 2 s', async () => {
    const { id, key } = await workspace.createKey({ scope: 'read' });
    const client = api(workspace.product, key);
    const began = Date.now();
    const answers = [
      await client.get('/v1/links'), await client.get('/v1/links?limit=0'), await client.get('/v1/links/link_x'), await client.post('/v1/links', {}),
      await client.get('/v1/api-keys/current'), await client.post('/v1/links', '{', { 'content-type': 'text/plain' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 403, 200, 403]);
    const ended = Date.now();
    const usage = await eventually(async () => {
      const seen = await usageOf(workspace, id);
      expect(seen.request_count).toBe(answers.length);
      return seen;
    }, VISIBLE_WITHIN_MS);
    const at = Date.parse(usage.last_used_at ?? '');
    expect([at >= began - 1, at <= ended + 1]).toEqual([true, true]);
    const { data } = (await workspace.user.get<List<ApiKey>>('/v1/api-keys')).body;
    expect(data.find((listed) => listed.id === id)).toMatchObject(usage);
    expect((await client.get<ApiKey>('/v1/api-keys/current')).body).toMatchObject(usage);
    expect((await workspace.user.patch<ApiKey>(`/v1/api-keys/${id}`, { name: 'renamed' })).body.request_count).toBeGreaterThanOrEqual(answers.length);
  });

  it('is exact under load', async () => {
    const { id, key } = await workspace.createKey();
    const client = api(workspace.product, key);
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 30 }, () => client.get('/v1/links?limit=1')));
    await eventually(async () => expect((await usageOf(workspace, id)).request_count).toBe(300), VISIBLE_WITHIN_MS);
  });

  it('is no change of the key, and no longer grows once the key is refused', async () => {
    const { id, key } = await workspace.createKey();
    const client = api(workspace.product, key);
    const { etag } = (await client.get('/v1/api-keys/current')).headers;
    await eventually(async () => expect((await usageOf(workspace, id)).request_count).toBe(1), VISIBLE_WITHIN_MS);
    expect((await workspace.user.get(`/v1/api-keys/${id}`)).headers.etag).toBe(etag);
    await workspace.user.post(`/v1/api-keys/${id}/revoke`);
    for (let n = 0; n < 3; n += 1) expect((await client.get('/v1/links')).status).toBe(401);
    // Another key's count that was begun later is there, so these would be, too.
    const other = await workspace.createKey();
    await api(workspace.product, other.key).get('/v1/links');
    await eventually(async () => expect((await usageOf(workspace, other.id)).request_count).toBe(1), VISIBLE_WITHIN_MS);
    expect((await usageOf(workspace, id)).request_count).toBe(1);
  });
});

describe('the use of a key over the end of the process', () => {
  let products: Product[] = [];
  beforeAll(async () => void (products = [await startWaymark({ env: { SIGNUP: 'open', DEFAULT_PLAN: 'free' } })]), 90_000);
  afterAll(async () => {
    for (const product of products.reverse()) await product.stop();
  });
  const running = () => products.at(-1) as Product;
  const restart = async (signal: NodeJS.Signals) => {
    const { dataDir, port, kill } = running();
    await kill(signal);
    products.push(await startWaymark({ dataDir, port, env: { SIGNUP: 'open', DEFAULT_PLAN: 'free' } }));
  };

  it('loses nothing at SIGTERM, and at SIGKILL no count that is older than 1 s; requests over the limit count', async () => {
    const workspace = await newWorkspace(running());
    const { id, key } = await workspace.createKey();
    const get = () => api(running(), key).get('/v1/links?limit=1');
    const statuses = (await Promise.all(Array.from({ length: 110 }, get))).map(({ status }) => status);
    expect(statuses).toContain(429);
    await restart('SIGTERM');
    const other = { authorization: `Bearer ${running().bootstrap.api_key}` };
    expect((await get()).status).toBe(429);
    expect((await api(running(), running().bootstrap.api_key).get('/v1/links', other)).status).toBe(200);

    const before = 110 + 1;
    const times: number[] = [];
    for (const until = performance.now() + 2_500; performance.now() < until; ) {
      await get();
      times.push(performance.now());
    }
    const killed = performance.now();
    await restart('SIGKILL');
    const atLeast = before + times.filter((time) => time < killed - 1_000).length;
    // The workspace's own limit is used up; it is free again after a minute at most.
    const counted = await eventually(async () => {
      const answer = await workspace.user.get<ApiKey>(`/v1/api-keys/${id}`);
      expect(answer.status).toBe(200);
      return answer.body.request_count;
    }, 65_000);
    expect(counted).toBeGreaterThanOrEqual(atLeast);
    expect(counted).toBeLessThanOrEqual(before + times.length);
  }, 150_000);
});
