// Promise 20: what one workspace waits for its analytics while another one keeps 40 questions about a year under way,
// beside what it waits alone; both in turns, in one product. In each round it is another one that begins to ask. And when a click is shown meanwhile.
//   node -r ./test/support/typescript.cjs test/bench/fair.ts [rounds=6] [questions a round=12] [clicks=1000000]
import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { createAnalyticsClient, engineSocketPath } from '@platform/analytics-store';
import { makeClicks } from '../support/many-clicks';
import { api, type Product, type Registered, register, startWaymark } from '../support/waymark';

const [ROUNDS, QUESTIONS, CLICKS] = [6, 12, 1_000_000].map((usual, n) => Number(process.argv[2 + n] ?? usual)) as [
  number,
  number,
  number,
];
const CROWD = 40;
const DAY_MS = 86_400_000;
/** Between two questions of the one that is measured, and until the crowd waits in its queue. */
const [THINKS_MS, GATHERS_MS, RESTS_MS] = [50, 300, 2_000];
/** With bots, so that no finished figures answer for the clicks. */
const HEAVY = '/v1/analytics/workspace?range=12m&include_bots=true&group_by=referrer_url,destination,link';
const LIGHT = '/v1/analytics/workspace?range=7d';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

/** Keeps that many questions under way until `end`, which leaves them unanswered. */
const crowd = (product: Product, { access_token }: Registered) => {
  const statuses = new Map<number, number>();
  const gone = new AbortController();
  setMaxListeners(CROWD, gone.signal);
  const one = (): void => {
    const headers = { authorization: `Bearer ${access_token}` };
    const sent = request({ port: product.port, path: HEAVY, headers, agent: false, signal: gone.signal });
    sent.on('error', () => undefined);
    sent.on('response', (response) => {
      const { statusCode = 0 } = response;
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      response.resume().once('error', () => undefined);
      response.once('end', () => gone.signal.aborted || setTimeout(one, statusCode === 200 ? 0 : 200));
    });
    sent.end();
  };
  for (let n = 0; n < CROWD; n += 1) one();
  return { statuses, end: () => gone.abort() };
};

const ask = async (product: Product, { access_token }: Registered): Promise<number> => {
  const began = performance.now();
  const { status, text } = await api(product, access_token).get(LIGHT);
  const took = performance.now() - began;
  if (status !== 200) throw new Error(`${status}: ${text}`);
  await pause(THINKS_MS);
  return took;
};

const askSeveral = async (product: Product, light: Registered): Promise<number[]> => {
  const times: number[] = [];
  for (let n = 0; n < QUESTIONS; n += 1) times.push(await ask(product, light));
  return times;
};

/** Milliseconds from a redirect to its click among the newest ones. */
const shownAfter = async (product: Product, light: Registered): Promise<number> => {
  const caller = api(product, light.access_token);
  const { body: link } = await caller.post<{ id: string; alias: string }>('/v1/links', {
    destination_url: 'https://example.com/',
  });
  const visited = await api(product).get(`/${link.alias}`, { 'user-agent': BROWSER });
  if (visited.status !== 302) throw new Error(`a visit was answered ${visited.status}`);
  for (const began = performance.now(); ; await pause(20)) {
    const { body } = await caller.get<{ data: readonly unknown[] }>(`/v1/analytics/events?link=${link.id}`);
    if (body.data.length > 0) return performance.now() - began;
  }
};

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? NaN;
const figures = (times: readonly number[]): string =>
  [0.5, 0.95, 1].map((share) => `${at(times, share).toFixed(0)}`).join(' / ');

const measure = async (product: Product, crowds: readonly Registered[], light: Registered): Promise<void> => {
  const all = { alone: [] as number[], beside: [] as number[], shown: [] as number[] };
  await askSeveral(product, light);
  console.log('p50 / p95 / longest in ms; alone, beside them, a click shown after, answers to them');
  for (const heavy of crowds) {
    const alone = await askSeveral(product, light);
    const { statuses, end } = crowd(product, heavy);
    await pause(GATHERS_MS);
    const beside = await askSeveral(product, light);
    const shown = await shownAfter(product, light);
    end();
    const answers = [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ');
    console.log(`${figures(alone)}    ${figures(beside)}    ${shown.toFixed(0)}    ${answers}`);
    all.alone.push(...alone);
    all.beside.push(...beside);
    all.shown.push(shown);
    await pause(RESTS_MS);
  }
  console.log(`alone ${figures(all.alone)} of ${all.alone.length}; beside ${figures(all.beside)}`);
  console.log(
    `p95 beside is ${(at(all.beside, 0.95) / at(all.alone, 0.95)).toFixed(1)} × that alone, p50 ` +
      `${(at(all.beside, 0.5) / at(all.alone, 0.5)).toFixed(1)} ×; clicks shown after ${figures(all.shown)}`,
  );
};

const main = async (): Promise<void> => {
  const product = await startWaymark({ env: { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise' } });
  const socketPath = engineSocketPath(join(product.dataDir, 'analytics'));
  const engine = createAnalyticsClient({ socketPath, timeout: 120_000 });
  try {
    const light = await register(product);
    const crowds: Registered[] = [];
    const end = Date.now();
    for (let round = 0; round < ROUNDS; round += 1) {
      const heavy = await register(product);
      await makeClicks(engine, heavy.workspace.id, CLICKS, { start: end - 360 * DAY_MS, end });
      crowds.push(heavy);
    }
    await makeClicks(engine, light.workspace.id, 20_000, { start: end - 6 * DAY_MS, end });
    await measure(product, crowds, light);
  } finally {
    await engine.close();
    await product.stop();
  }
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
