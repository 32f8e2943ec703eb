import type { Plan } from '@kernel';
import { type Authorization, createAuthorizer, createReadStore } from '@platform/read-store';
import fc from 'fast-check';
import { insist } from '../../../../test/support/insist';
import { makePatient } from '../../../../test/support/patient';
import { quiet, type TestKey, type TestReadStore, withReadStore } from '../../../../test/support/read-store';

const PERIOD = 60_000;
const START = Date.parse('2026-05-01T00:00:00.000Z');
const LIMITS = { free: 100, pro: 1_000 } as const;
/** For thousands of requests on a busy machine. */
const MODEL_MS = 900_000;

let test: TestReadStore;

beforeAll(async () => {
  test = await withReadStore();
});
beforeEach(() => test.freeze(new Date(START)));
afterAll(() => test.close());

/** A burst takes longer on a busy machine than a gateway would wait. */
const patient = ({ system } = test.store) => createAuthorizer({ pool: system, deadlineMs: 60_000 });

const burst = (key: TestKey, count: number, authorizer = patient()) =>
  Promise.all(Array.from({ length: count }, () => authorizer.authorize(key.request())));

const passed = (answers: readonly Authorization[]): number => answers.filter(({ outcome }) => outcome === 'ok').length;

const refusal = (answers: readonly Authorization[]) =>
  answers.find(
    (answer): answer is Extract<Authorization, { outcome: 'rate_limited' }> => answer.outcome === 'rate_limited',
  );

describe('the rate limit', () => {
  it('passes exactly 100 of 130 at once, and the 30 others write nothing', async () => {
    const workspace = await test.workspace('free');
    const key = await test.key(workspace);
    const answers = await burst(key, 130);
    expect(passed(answers)).toBe(100);
    expect(
      answers.flatMap((answer) => ('rate' in answer && answer.outcome === 'ok' ? [answer.rate?.remaining] : [])),
    ).toEqual(Array.from({ length: 100 }, (_, n) => 99 - n));
    expect(refusal(answers)).toMatchObject({ retryAfterMs: PERIOD, rate: { limit: 100, remaining: 0 } });
    const { rows } = await test.owner.query('select taken from rate_rings where workspace_id = $1', [workspace]);
    expect(rows).toEqual([{ taken: '100' }]);
  });

  it('is one limit for all gateways, keys and restarts: of 4 × 60 concurrent requests 100 pass', async () => {
    const workspace = await test.workspace('free');
    const keys = await Promise.all([1, 2, 3, 4].map(() => test.key(workspace)));
    const open = () => insist(() => createReadStore({ url: test.database.url, log: quiet }));
    const stores = await Promise.all(keys.map(open));
    await Promise.all(stores.map(({ system }) => makePatient(system)));
    const answers = await Promise.all(stores.map((store, n) => burst(keys[n]!, 60, patient(store))));
    await Promise.all(stores.map((store) => store.close()));
    expect(passed(answers.flat())).toBe(100);
    expect(passed(await burst(keys[0]!, 5))).toBe(0);
  });

  it('never deadlocks two gateways that decide for many workspaces at once', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, async () => test.key(await test.workspace('pro'))));
    const gateways = [1, 2, 3].map(() => patient());
    const rounds = Array.from({ length: 20 }, (_, round) => round);
    const answers = await Promise.all(
      gateways.flatMap((gateway, g) =>
        rounds.flatMap((round) =>
          keys.map((_, n) => {
            const key = keys[(n * (g === 1 ? 19 : 1) + round) % keys.length]!;
            return gateway.authorize(key.request('write', `k${n}`));
          }),
        ),
      ),
    );
    expect(passed(answers)).toBe(3 * 20 * 20);
  });

  it('works by the real clock as well', async () => {
    await test.owner.query('delete from clock_offset');
    const before = Date.now();
    const [answer] = await burst(await test.key(await test.workspace('free')), 1);
    expect(Date.parse(answer!.at)).toBeGreaterThanOrEqual(before - 1_000);
    expect(Date.parse(answer!.at)).toBeLessThanOrEqual(Date.now() + 1_000);
  });
});

type Step =
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'ask'; readonly share: number }
  | { readonly do: 'plan'; readonly plan: Plan };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(1, PERIOD - 1, PERIOD, PERIOD + 1)),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('ask' as const), share: fc.double({ min: 0.01, max: 1.2, noNaN: true }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('plan' as const), plan: fc.constantFrom<Plan>('free', 'pro') }) },
);

describe('a model of the rate limit', () => {
  it(
    'agrees on every answer: grants, remaining, reset and an exact Retry-After',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom<'free' | 'pro'>('free', 'free', 'pro'),
          fc.array(step, { minLength: 3, maxLength: 25 }),
          async (plan, steps) => {
            const workspace = await test.workspace(plan);
            const key = await test.key(workspace);
            let [now, limit] = [START, LIMITS[plan] as number];
            const granted: number[] = [];
            const counted = (at: number) => granted.filter((time) => time > at - PERIOD).length;
            await test.freeze(new Date(now));
            for (const each of steps) {
              if (each.do === 'wait') {
                await test.freeze(new Date((now += each.ms)));
              } else if (each.do === 'plan') {
                limit = LIMITS[each.plan as 'free' | 'pro'];
                await test.owner.query('update workspaces set plan = $2 where id = $1', [workspace, each.plan]);
              } else {
                const wanted = Math.max(1, Math.floor(each.share * Math.min(limit, 300)));
                const answers = await burst(key, wanted);
                const expected = Math.min(wanted, Math.max(0, limit - counted(now)));
                for (let n = 0; n < expected; n += 1) granted.push(now);
                expect(passed(answers)).toBe(expected);
                const oldest = granted.find((time) => time > now - PERIOD)!;
                const last = answers.at(-1)!;
                expect('rate' in last && last.rate).toEqual({
                  limit,
                  remaining: Math.max(0, limit - counted(now)),
                  resetAt: new Date(oldest + PERIOD).toISOString(),
                });
                const refused = refusal(answers);
                expect(refused !== undefined).toBe(expected < wanted);
                if (refused) {
                  const { retryAfterMs } = refused;
                  expect(counted(now + retryAfterMs)).toBeLessThan(limit);
                  expect(counted(now + retryAfterMs - 1)).toBeGreaterThanOrEqual(limit);
                }
              }
            }
          },
        ),
        { numRuns: 60 },
      );
    },
    MODEL_MS,
  );

  it(
    'never refuses a client that waits for Retry-After in whole seconds',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 12 }),
          async (pauses) => {
            const key = await test.key(await test.workspace('free'));
            let now = START;
            for (const pause of [0, ...pauses]) {
              await test.freeze(new Date((now += pause)));
              const refused = refusal(await burst(key, 40));
              if (!refused) continue;
              await test.freeze(new Date((now += Math.max(1, Math.ceil(refused.retryAfterMs / 1_000)) * 1_000)));
              expect(passed(await burst(key, 1))).toBe(1);
            }
          },
        ),
        { numRuns: 40 },
      );
    },
    MODEL_MS,
  );
});

describe('a clock that is set back by an hour', () => {
  it('refuses no request for longer than a minute, and never for the hour', async () => {
    const key = await test.key(await test.workspace('free'));
    await burst(key, 60);
    await test.freeze(new Date(START - 3_600_000));
    expect(passed(await burst(key, 130))).toBe(100);
    expect(refusal(await burst(key, 1))).toMatchObject({ retryAfterMs: PERIOD });
    await test.freeze(new Date(START - 3_600_000 + PERIOD));
    expect(passed(await burst(key, 130))).toBe(100);
  });

  it('never says to wait for longer than a minute, though the hour before was set right only afterwards', async () => {
    const key = await test.key(await test.workspace('free'));
    const at = (ms: number) => test.freeze(new Date(START + ms));
    await burst(key, 50);
    await at(3_600_000);
    await burst(key, 49);
    await at(1_000);
    await burst(key, 100);
    expect(refusal(await burst(key, 1))?.retryAfterMs).toBeLessThanOrEqual(PERIOD);
  });
});

describe('a change of plan', () => {
  it('keeps the count: neither a fresh quota nor more than the new limit', async () => {
    const workspace = await test.workspace('free');
    const key = await test.key(workspace);
    const change = (plan: Plan) => test.owner.query('update workspaces set plan = $2 where id = $1', [workspace, plan]);
    expect(passed(await burst(key, 130))).toBe(100);
    await change('pro');
    expect(passed(await burst(key, 1_000))).toBe(900);
    await change('free');
    expect(passed(await burst(key, 5))).toBe(0);
    await change('enterprise');
    expect(passed(await burst(key, 200))).toBe(200);
    await change('free');
    await test.freeze(new Date(START + PERIOD));
    expect(passed(await burst(key, 130))).toBe(100);
  });

  it('to a smaller limit reports when enough requests have left the window', async () => {
    const workspace = await test.workspace('pro');
    const key = await test.key(workspace);
    await burst(key, 40);
    await test.freeze(new Date(START + 30_000));
    await burst(key, 110);
    await test.owner.query("update workspaces set plan = 'free' where id = $1", [workspace]);
    expect(refusal(await burst(key, 1))).toMatchObject({ retryAfterMs: PERIOD });
  });

  it('to a larger limit keeps the times of a ring that has wrapped', async () => {
    const workspace = await test.workspace('free');
    const key = await test.key(workspace);
    const at = (ms: number) => test.freeze(new Date(START + ms));
    await burst(key, 60);
    await at(PERIOD);
    expect(passed(await burst(key, 70))).toBe(70);
    await at(PERIOD + 20_000);
    expect(passed(await burst(key, 70))).toBe(30);
    await test.owner.query("update workspaces set plan = 'pro' where id = $1", [workspace]);
    expect(passed(await burst(key, 1_000))).toBe(900);
    await at(2 * PERIOD);
    expect(passed(await burst(key, 1_000))).toBe(70);
  });
});
