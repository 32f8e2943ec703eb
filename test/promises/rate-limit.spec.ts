import { type Gateways, startGateways } from '../support/gateways';
import { atScale } from '../support/scale';
import { type Product, register, send } from '../support/waymark';
import { createKey } from './requests';

/** Of the free plan, in any 60 s. */
const LIMIT = 100;
const WINDOW = 60_000;
const LOADS = [0.9, 1, 1.1, 1.5, 2];
const GATEWAYS = [1, 2, 3, 4];
const SPAN = atScale(150_000, 1_800_000);
/** The clock is stopped between steps, so that hours pass in seconds. */
const STEP = 3_000;

let gateways: Gateways;

beforeAll(async () => {
  gateways = await startGateways(4, { SIGNUP: 'open', DEFAULT_PLAN: 'free' });
});
afterAll(() => gateways.close());

interface Sample {
  /** By the database's clock, milliseconds. */
  readonly at: number;
  readonly status: number;
  /** Milliseconds; 0 if it passed. */
  readonly retryAfter: number;
  /** How often it was sent before it was decided; a busy machine may have shed it after it took its slot. */
  readonly unjudged: number;
}

let clock = Date.parse('2027-01-01T00:00:00.000Z');
const advance = async (ms: number): Promise<void> => {
  clock += ms;
  await gateways.setClock(new Date(clock));
};

/** A key of a new workspace, whose window is empty. */
const newKey = async (): Promise<string> => {
  const { access_token } = await register(gateways.all[0]!);
  const { key } = await createKey(gateways.all[0]!, access_token);
  await advance(2 * WINDOW);
  return key;
};

/** The clock is stopped meanwhile, so that a shed request is repeated at the same instant. */
const ask = async (at: Product, key: string): Promise<Sample> => {
  for (let [unjudged, until] = [0, performance.now() + 120_000]; performance.now() < until; unjudged += 1) {
    const { status, headers } = await send(at, 'GET', '/v1/links/link_unknown', {
      headers: { authorization: `Bearer ${key}` },
    });
    if (status !== 503) return { at: clock, status, retryAfter: Number(headers['retry-after'] ?? 0) * 1_000, unjudged };
  }
  throw new Error('a request was never judged');
};

/** Sends a constant load through some gateways, in step with the clock. */
const load = async (times: number, over: readonly Product[]): Promise<Sample[]> => {
  const key = await newKey();
  const samples: Sample[] = [];
  let owed = 0;
  for (const end = clock + SPAN; clock < end; await advance(STEP)) {
    owed += (times * LIMIT * STEP) / WINDOW;
    const now = Math.floor(owed);
    owed -= now;
    samples.push(
      ...(await Promise.all(Array.from({ length: now }, (_, index) => ask(over[index % over.length]!, key)))),
    );
  }
  return samples;
};

const passed = (samples: readonly Sample[]) => samples.filter(({ status }) => status === 404).map(({ at }) => at);

const unjudgedOf = (samples: readonly Sample[]): number => samples.reduce((sum, { unjudged }) => sum + unjudged, 0);

/** The most that passed in any 60 s; windows that begin with a request are enough. */
const fullest = (times: readonly number[]): number =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + WINDOW).length));

describe('promise 8: never more than the limit in any 60 s, never less for a conforming client', () => {
  it.each(GATEWAYS.flatMap((count) => LOADS.map((times) => [count, times] as const)))(
    `%i gateways at %f times the limit, over ${SPAN / 1_000} s`,
    async (count, times) => {
      const samples = await load(times, gateways.all.slice(0, count));
      const statuses = new Set(samples.map(({ status }) => status));
      if (times > 1) expect(statuses).toEqual(new Set([404, 429]));
      // The slot of a shed request may be lost, and missing for a later one.
      else if (unjudgedOf(samples) === 0) expect(statuses).toEqual(new Set([404]));
      const most = fullest(passed(samples));
      expect(most).toBeLessThanOrEqual(LIMIT);
      if (times >= 1) expect(most + unjudgedOf(samples)).toBeGreaterThanOrEqual(LIMIT);
    },
    900_000,
  );

  it('a burst over four gateways passes exactly the limit, and Retry-After is always sufficient', async () => {
    const key = await newKey();
    const samples = await Promise.all(
      Array.from({ length: 2 * LIMIT }, (_, index) => ask(gateways.all[index % 4]!, key)),
    );
    expect(passed(samples).length).toBeLessThanOrEqual(LIMIT);
    expect(passed(samples).length + unjudgedOf(samples)).toBeGreaterThanOrEqual(LIMIT);
    const waits = samples.filter(({ status }) => status === 429).map(({ retryAfter }) => retryAfter);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1_000);
    await advance(Math.max(...waits));
    expect((await ask(gateways.all[3]!, key)).status).toBe(404);
  });
});
