import { keyStatusAt } from '@contexts/keys';
import * as fc from 'fast-check';
import { type TestReadStore, withReadStore } from '../support/read-store';

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore();
});
afterAll(() => test.close());

const START = Date.parse('2026-01-02T00:00:00.000Z');
const time = fc.oneof(
  fc.constant(null),
  // Few and close together, so that times often coincide and often differ by a millisecond.
  fc.integer({ min: -2, max: 2 }).map((ms) => new Date(START + ms).toISOString()),
  fc.integer({ min: -1e12, max: 1e12 }).map((ms) => new Date(START + ms).toISOString()),
);
const judged = fc.record({
  revoked_at: time,
  expiration: time,
  grace_ends_at: time,
  now: time.map((at) => at ?? new Date(START).toISOString()),
});

it('a key has the same status in SQL and in its context, to the millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(judged, { minLength: 50, maxLength: 200 }), async (keys) => {
      const rows = await test.database.query<{ status: string; valid: boolean }>(
        `select key_status(r, e, g, n) as status, key_is_valid(r, e, g, n) as valid
         from unnest($1::timestamptz[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[])
           with ordinality as k (r, e, g, n, nth)
         order by nth`,
        (['revoked_at', 'expiration', 'grace_ends_at', 'now'] as const).map((name) => keys.map((key) => key[name])),
      );
      const expected = keys.map((key) => keyStatusAt(key, key.now));
      expect(rows.map(({ status }) => status)).toEqual(expected);
      expect(rows.map(({ valid }) => valid)).toEqual(expected.map((status) => ['active', 'grace'].includes(status)));
    }),
  );
});

it('the validity condition is inlined into the query, without a function call per row', async () => {
  const rows = await test.database.query<{ 'QUERY PLAN': string }>(
    'explain (verbose) select id from api_keys k where key_is_valid(k.revoked_at, k.expiration, ' +
      'k.grace_ends_at, now())',
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
  expect(plan).toContain('CASE WHEN');
  expect(plan).not.toMatch(/key_is_valid|key_status/);
});
