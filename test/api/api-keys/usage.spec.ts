import { type ClockedProduct, startClockedProduct } from '../../support/clocked-product';
import { eventually } from '../../support/programs';
import { type Address, api, type Product, startWaymark } from '../../support/waymark';
import { untilJudged, impatient } from '../../support/judged';
import type { ApiKey, List } from '../support/records';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';

const usageOf = async (workspace: Workspace, id: string) => {
  const { request_count, last_used_at } = (await untilJudged(() => workspace.user.get<ApiKey>(`/v1/api-keys/${id}`)))
    .body;
  return { request_count, last_used_at };
};

/** Requests with a key. One that a busy machine sheds is repeated: such a one may have been counted. */
const requestsOf = (product: Address, key: string) => {
  let sent = 0;
  const ask = () => {
    sent += 1;
    return api(impatient(product), key).get('/v1/links?limit=1');
  };
  return {
    get: () => untilJudged(ask),
    expectCounted: (count: number, least: number) => {
      expect(count).toBeGreaterThanOrEqual(least);
      expect(count).toBeLessThanOrEqual(sent);
    },
  };
};

describe('the use of a key', () => {
  const workspace = useWorkspace();

  it('counts every request that it authenticated, refused ones included, in every answer', async () => {
    const { id, key } = await workspace.createKey({ scope: 'read' });
    const client = api(workspace.product, key);
    const began = Date.now();
    const answers = [
      await client.get('/v1/links'),
      await client.get('/v1/links?limit=0'),
      await client.get('/v1/links/link_x'),
      await client.post('/v1/links', {}),
      await client.get('/v1/api-keys/current'),
      await client.post('/v1/links', '{', { 'content-type': 'text/plain' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404, 403, 200, 403]);
    const ended = Date.now();
    const usage = await eventually(async () => {
      const seen = await usageOf(workspace, id);
      expect(seen.request_count).toBe(answers.length);
      return seen;
    });
    const at = Date.parse(usage.last_used_at ?? '');
    expect([at >= began - 1, at <= ended + 1]).toEqual([true, true]);
    const { data } = (await workspace.user.get<List<ApiKey>>('/v1/api-keys')).body;
    expect(data.find((listed) => listed.id === id)).toMatchObject(usage);
    expect((await workspace.user.patch<ApiKey>(`/v1/api-keys/${id}`, { name: 'renamed' })).body).toMatchObject(usage);
    // The key's own request for it adds one, which may be counted by then.
    const { request_count: own } = (await client.get<ApiKey>('/v1/api-keys/current')).body;
    expect([answers.length, answers.length + 1]).toContain(own);
  });

  it('is exact under load', async () => {
    const { id, key } = await workspace.createKey();
    const { get, expectCounted } = requestsOf(workspace.product, key);
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 30 }, get));
    await eventually(async () => expectCounted((await usageOf(workspace, id)).request_count, 300));
  });

  it("does not change the key's version, and stops once the key is refused", async () => {
    const { id, key } = await workspace.createKey();
    const client = api(workspace.product, key);
    const { etag } = (await client.get('/v1/api-keys/current')).headers;
    await eventually(async () => expect((await usageOf(workspace, id)).request_count).toBe(1));
    expect((await workspace.user.get(`/v1/api-keys/${id}`)).headers.etag).toBe(etag);
    await workspace.user.post(`/v1/api-keys/${id}/revoke`);
    for (let n = 0; n < 3; n += 1) expect((await client.get('/v1/links')).status).toBe(401);
    // Another key's count that began later is stored, so these would be as well.
    const other = await workspace.createKey();
    await api(workspace.product, other.key).get('/v1/links');
    await eventually(async () => expect((await usageOf(workspace, other.id)).request_count).toBe(1));
    expect((await usageOf(workspace, id)).request_count).toBe(1);
  });
});

describe('the use of a key by day', () => {
  interface Usage {
    readonly data: readonly { readonly date: string; readonly requests: number }[];
  }
  const DAY_MS = 86_400_000;
  let product: ClockedProduct;
  let workspace: Workspace;
  beforeAll(async () => {
    product = { ...(await startClockedProduct()), patient: true };
    workspace = await newWorkspace(product);
  });
  afterAll(() => product.stop());
  /** Asks as a key, which outlives a session. */
  const byDay = async (id: string, range: string) => {
    const { status, body, text } = await workspace.get<Usage>(`/v1/api-keys/${id}/usage?range=${range}`);
    expect([status, text]).toEqual([200, text]);
    return body.data;
  };

  it('is of the workspace alone, in a range that is known', async () => {
    const { id } = await workspace.createKey();
    const other = await newWorkspace(product);
    expect((await other.get(`/v1/api-keys/${id}/usage`)).status).toBe(404);
    expect((await workspace.get(`/v1/api-keys/${id}/usage?range=1y`)).status).toBe(400);
    expect((await byDay(id, '7d')).map(({ requests }) => requests)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it('counts on the UTC day of the request, and shows every day up to today', async () => {
    const { id, key } = await workspace.createKey();
    const use = () => untilJudged(() => api(impatient(product), key).get('/v1/links?limit=1'));
    const midnight = Math.ceil((await product.now()).getTime() / DAY_MS) * DAY_MS;
    const dates = [-1, 0].map((days) => new Date(midnight + days * DAY_MS).toISOString().slice(0, 10));

    await product.freeze(new Date(midnight - 1));
    for (let n = 0; n < 3; n += 1) await use();
    await product.freeze(new Date(midnight));
    for (let n = 0; n < 2; n += 1) await use();
    const days = await eventually(async () => {
      const seen = await byDay(id, '7d');
      expect(seen.slice(5)).toEqual(dates.map((date) => ({ date, requests: expect.any(Number) as number })));
      // A request that a busy machine sheds is repeated, and may have been counted.
      const counts = seen.slice(5).map(({ requests }) => requests);
      expect([(counts[0] ?? 0) >= 3, (counts[1] ?? 0) >= 2]).toEqual([true, true]);
      expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe((await usageOf(workspace, id)).request_count);
      return seen;
    });
    expect(days.slice(0, 5).map(({ requests }) => requests)).toEqual([0, 0, 0, 0, 0]);
    expect((await byDay(id, '30d')).length).toBe(30);

    await product.freeze(new Date(midnight + 88 * DAY_MS));
    const later = await byDay(id, '90d');
    expect([later.length, later[0]]).toEqual([90, days[5]]);
    expect(later.slice(2).every(({ requests }) => requests === 0)).toBe(true);
  });
});

describe('the use of a key over the end of the process', () => {
  let first: ClockedProduct;
  let running: Product;
  beforeAll(async () => void (running = first = await startClockedProduct({ DEFAULT_PLAN: 'free' })));
  afterAll(async () => {
    await running.stop();
    await first.stop();
  });
  const restart = async (signal: NodeJS.Signals) => {
    await running.kill(signal);
    running = await startWaymark({ dataDir: first.dataDir, port: first.port, env: first.env });
  };
  /** The workspace's rate limit is free again. */
  const aMinuteLater = async () => first.freeze(new Date((await first.now()).getTime() + 61_000));

  it('survives SIGTERM in full and SIGKILL as far as it was reported', async () => {
    const workspace = await newWorkspace({ ...first, patient: true });
    const { id, key } = await workspace.createKey();
    const { get, expectCounted } = requestsOf(first, key);
    expect((await Promise.all(Array.from({ length: 110 }, get))).map(({ status }) => status)).toContain(429);
    await restart('SIGTERM');
    await aMinuteLater();
    expectCounted((await usageOf(workspace, id)).request_count, 110);

    for (let n = 0; n < 30; n += 1) await get();
    // Within half a second of a request, as the specs of the counter show; here only that it is written without help.
    await eventually(async () => expectCounted((await usageOf(workspace, id)).request_count, 140));
    for (let n = 0; n < 20; n += 1) await get();
    await restart('SIGKILL');
    await aMinuteLater();
    expectCounted((await usageOf(workspace, id)).request_count, 140);
  });
});
