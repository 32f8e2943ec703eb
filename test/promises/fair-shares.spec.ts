import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { type AnalyticsClient, createAnalyticsClient, engineSocketPath } from '@platform/analytics-store';
import { closeStreams, listen } from '../api/support/events';
import { visit } from '../api/support/clicks';
import { newWorkspace, type Workspace } from '../api/support/workspace';
import { makeClicks } from '../support/many-clicks';
import { eventually } from '../support/programs';
import { type Answer, type Product, startWaymark } from '../support/waymark';

const DAY_MS = 86_400_000;
const CLICKS = process.env['PROMISES'] === 'full' ? 2_000_000 : 600_000;
/** With bots, so that no rollup can answer for the clicks. */
const HEAVY = '/v1/analytics/workspace?range=12m&include_bots=true&group_by=referrer_url,destination,link';
const LIGHT = '/v1/analytics/workspace?range=7d';

let product: Product;
let engine: AnalyticsClient;
let heavy: Workspace;
let light: Workspace;
const abandoned: (() => void)[] = [];

beforeAll(async () => {
  product = await startWaymark({ env: { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise' } });
  engine = createAnalyticsClient({
    socketPath: engineSocketPath(join(product.dataDir, 'analytics')),
    timeout: 120_000,
  });
  [heavy, light] = [await newWorkspace(product), await newWorkspace(product)];
  const end = Date.now();
  await makeClicks(engine, heavy.id, CLICKS, { start: end - 360 * DAY_MS, end });
  await makeClicks(engine, light.id, 20_000, { start: end - 6 * DAY_MS, end });
});
afterEach(() => {
  abandoned.splice(0).forEach((abandon) => abandon());
  closeStreams();
});
afterAll(async () => {
  await engine?.close();
  await product?.stop();
});

/** Keeps that many queries under way; `end` waits for the last of them and returns their statuses. */
const crowd = (workspace: Workspace, count: number): { readonly end: () => Promise<readonly number[]> } => {
  const statuses: number[] = [];
  let over = false;
  const one = async () => {
    while (!over) statuses.push((await workspace.get(HEAVY)).status);
  };
  const all = Promise.all(Array.from({ length: count }, one));
  return { end: async () => ((over = true), await all, statuses) };
};

const timed = async <T>(work: () => Promise<T>): Promise<readonly [number, T]> => {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
};

const sequence = async (count: number): Promise<{ readonly statuses: number[]; readonly figures: string }> => {
  const all: (readonly [number, Answer])[] = [];
  for (let n = 0; n < count; n += 1) all.push(await timed(() => light.get(LIGHT)));
  const times = all.map(([time]) => time).sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(times[Math.floor(share * (times.length - 1))] ?? 0)} ms`;
  return { statuses: [...new Set(all.map(([, { status }]) => status))], figures: `p50 ${at(0.5)}, p95 ${at(0.95)}` };
};

/** Sends a request without reading the answer. */
const unread = async ({ token }: Workspace, path: string): Promise<number | undefined> => {
  const sent = request({ host: '127.0.0.1', port: product.port, path, headers: { authorization: `Bearer ${token}` } });
  abandoned.push(() => sent.destroy());
  sent.on('error', () => undefined).end();
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number }];
  return response.statusCode;
};

const runningStatements = async (): Promise<number> => {
  const [row] = await engine.rows<{ n: string }>(
    "SELECT count() AS n FROM system.processes WHERE query LIKE '%FROM clicks%' " +
      "AND query NOT LIKE '%system.processes%'",
  );
  return Number(row?.n);
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

describe('beside a workspace with 40 concurrent year-long queries', () => {
  it('another workspace is answered', async () => {
    await sequence(5);
    const quiet = await sequence(20);
    const { end } = crowd(heavy, 40);
    const beside = await sequence(20);
    const statuses = await end();
    const answered = statuses.filter((status) => status === 200).length;
    say(
      `quiet ${quiet.figures}; beside them ${beside.figures}; of theirs ${answered} of ${statuses.length} were ` +
        `answered`,
    );
    expect(beside.statuses).toEqual([200]);
    // Excess queries are refused and not left without an answer.
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    await eventually(async () => expect((await heavy.get(HEAVY)).status).toBe(200));
  });

  it("another workspace's click becomes visible", async () => {
    const { alias, id } = await light.createLink();
    const { end } = crowd(heavy, 40);
    const [shownAfter] = await timed(async () => {
      await visit(light, alias);
      await eventually(async () => {
        const { status, body } = await light.get<{ data: readonly unknown[] }>(`/v1/analytics/events?link=${id}`);
        expect(status).toBe(200);
        expect(body.data).toHaveLength(1);
      }, 180_000);
    });
    say(`a click was shown after ${Math.round(shownAfter)} ms`);
    await end();
  });

  it('a live stream of their own workspace opens at once, and shows what is recorded from then on', async () => {
    const { alias } = await heavy.createLink();
    const { end } = crowd(heavy, 40);
    await eventually(async () => expect(await runningStatements()).toBeGreaterThan(0));
    const [openedAfter, stream] = await timed(() => listen(heavy));
    await visit(heavy, alias);
    await eventually(() => expect(stream.events.length).toBeGreaterThan(0), 60_000);
    say(`a live stream was open after ${Math.round(openedAfter)} ms`);
    expect(stream.events.map(({ event }) => event)).toEqual(['click']);
    await end();
  });

  it('the engine stops working once the callers are gone', async () => {
    await eventually(async () => expect(await runningStatements()).toBe(0), 240_000);
    await Promise.all(
      Array.from({ length: 40 }, () => {
        const sent = request({
          host: '127.0.0.1',
          port: product.port,
          path: HEAVY,
          headers: { authorization: `Bearer ${heavy.token}` },
        });
        sent.on('error', () => undefined).end();
        abandoned.push(() => sent.destroy());
        return once(sent, 'finish');
      }),
    );
    await eventually(async () => expect(await runningStatements()).toBeGreaterThan(0));
    abandoned.splice(0).forEach((abandon) => abandon());
    const [idleAfter] = await timed(() => eventually(async () => expect(await runningStatements()).toBe(0), 180_000));
    say(`the engine was idle ${Math.round(idleAfter)} ms after those who asked were gone`);
  });
});

describe('beside four exports that nobody reads', () => {
  it('another workspace gets its export', async () => {
    const other = await newWorkspace(product);
    await makeClicks(engine, other.id, 300_000, { start: Date.now() - 5 * DAY_MS, end: Date.now() });
    const path = '/v1/analytics/export?format=ndjson&range=12m';
    expect(await Promise.all([heavy, heavy, other, other].map((one) => unread(one, path)))).toEqual([
      200, 200, 200, 200,
    ]);
    const [took, { status }] = await timed(() => light.get('/v1/analytics/export?format=csv&range=7d'));
    say(`an export beside four that nobody reads: ${status} after ${Math.round(took)} ms`);
    expect(status).toBe(200);
  });
});

describe('beside 158 live streams', () => {
  it('a query is answered', async () => {
    const workspaces = [heavy, light];
    while (workspaces.length < 8) workspaces.push(await newWorkspace(product));
    const quiet = await sequence(20);
    for (let n = 0; n < 158; n += 1) await listen(workspaces[n % 8] as Workspace, `?link=link_${n}`);
    const beside = await sequence(20);
    say(`quiet ${quiet.figures}; beside 158 live streams ${beside.figures}`);
    expect(beside.statuses).toEqual([200]);
  });
});
