import { type KeyStatus, keyStatusAt } from '@contexts/keys';
import fc from 'fast-check';
import { type Plan, explaining, rowsRead } from '../../../../test/support/plans';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { KeyQueries } from './api-key.queries';
import type { ListKeysQuery } from './api-key.schemas';
import { keyMigrations } from './key.migrations';

const NOW = '2026-06-01T12:00:00.000Z';
const daysAgo = (days: number) => new Date(Date.parse(NOW) - days * 86_400_000).toISOString();

let test: TestReadStore;
beforeAll(async () => {
  test = await withReadStore(keyMigrations);
});
afterAll(() => test.close());

interface Made {
  readonly created_at: string;
  readonly revoked_at: string | null;
  readonly expiration: string | null;
  readonly grace_ends_at: string | null;
  readonly last_used_at: string | null;
}

const made: fc.Arbitrary<Made> = fc.record({
  created_at: fc.constantFrom(daysAgo(90), daysAgo(60), daysAgo(60), daysAgo(2)),
  revoked_at: fc.constantFrom(null, null, daysAgo(1)),
  expiration: fc.constantFrom(null, daysAgo(1), NOW, daysAgo(-1)),
  grace_ends_at: fc.constantFrom(null, null, daysAgo(1), NOW, daysAgo(-1)),
  last_used_at: fc.constantFrom(null, daysAgo(60), daysAgo(1)),
});
const filtersOf = fc.record(
  {
    status: fc.constantFrom<KeyStatus>('active', 'grace', 'revoked', 'expired'),
    unused_for_days: fc.constantFrom(1, 30, 61),
    older_than_days: fc.constantFrom(1, 60, 91),
  },
  { requiredKeys: [] },
);

const passes = (key: Made, { status, unused_for_days, older_than_days }: Partial<ListKeysQuery>): boolean => {
  const used = key.last_used_at && key.last_used_at > key.created_at ? key.last_used_at : key.created_at;
  return (
    (!status || keyStatusAt(key, NOW) === status) &&
    (!unused_for_days || used <= daysAgo(unused_for_days)) &&
    (!older_than_days || key.created_at <= daysAgo(older_than_days))
  );
};

const fill = async (workspace: string, keys: readonly Made[]): Promise<readonly string[]> => {
  const rows = keys.map((key, nth) => ({ ...key, id: `key_${workspace}_${String(nth).padStart(6, '0')}` }));
  await test.owner.query(
    `with made as (
       insert into api_keys (id, workspace_id, lineage, name, scope, token_hash, pepper_id, start, created_at, created_by,
         revoked_at, expiration, grace_ends_at, revision)
       select id, $2, id, 'CMS', 'read', sha256(id::bytea), 'p1', 'svc_live_abcd', created_at, '{}', revoked_at, expiration,
         grace_ends_at, 0
       from json_populate_recordset(null::api_keys, $1::json)
     )
     insert into key_usage (key_id, workspace_id, request_count, last_used_at)
     select id, $2, 1, greatest(created_at, last_used_at)
     from json_to_recordset($1::json) as k (id text, created_at timestamptz, last_used_at timestamptz)
     where last_used_at is not null`,
    [JSON.stringify(rows), workspace],
  );
  return rows.map(({ id }) => id);
};

describe('the keys of a workspace', () => {
  it('are those that pass, newest first, and counted exactly, page by page', async () => {
    const queries = new KeyQueries(test.store);
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { maxLength: 12 }),
        fc.array(filtersOf, { minLength: 3, maxLength: 6 }),
        async (keys, each) => {
          const workspace = await test.workspace('pro');
          const ids = await fill(workspace, keys);
          for (const filters of [{}, ...each]) {
            const expected = keys
              .map((key, nth) => ({ ...key, id: ids[nth]! }))
              .filter((key) => passes(key, filters))
              .sort((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? 1 : -1));
            for (const page of [1, 2]) {
              const { rows, ...total } = await queries.list(workspace, { ...filters, page, limit: 5 }, NOW);
              expect({ filters, ids: rows.map(({ key_id }) => key_id), ...total }).toEqual({
                filters,
                ids: expected.slice((page - 1) * 5, page * 5).map(({ id }) => id),
                total: expected.length,
              });
              for (const row of rows) expect(row.last_used_at).toEqual(usedAt(keys[ids.indexOf(row.key_id)]!));
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of a status are found among many others, which are counted up to 10,000 where they are filtered', async () => {
    const workspace = await test.workspace('pro');
    const kind =
      (revoked_at: string | null, expiration: string | null, grace_ends_at: string | null = null) =>
      (nth: number) => ({
        ...{ created_at: daysAgo(100 - nth / 1_000), revoked_at, expiration, grace_ends_at, last_used_at: null },
      });
    const many = (most: number, one: (nth: number) => Made) => Array.from({ length: most }, (_, nth) => one(nth));
    await fill(workspace, [
      ...many(4, kind(null, null)),
      ...many(3, kind(null, daysAgo(-1), daysAgo(-1))),
      ...many(10_002, kind(daysAgo(1), null)),
      ...many(3_000, kind(null, daysAgo(1))),
    ]);
    await test.owner.query('analyze api_keys, key_usage');
    const plans: Plan[] = [];
    const queries = new KeyQueries(explaining(test.store, plans));
    const read = () => Math.max(...plans.splice(0).map(rowsRead));
    const totalOf = async (filters: Partial<ListKeysQuery>) => {
      const { rows: _, ...total } = await queries.list(workspace, { page: 1, limit: 25, ...filters }, NOW);
      return total;
    };
    expect(await totalOf({ status: 'active' })).toEqual({ total: 4 });
    expect(read()).toBeLessThan(500);
    expect(await totalOf({ status: 'grace' })).toEqual({ total: 3 });
    expect(read()).toBeLessThan(500);
    expect(await totalOf({ status: 'expired' })).toEqual({ total: 3_000 });
    expect(await totalOf({ status: 'revoked' })).toEqual({ total: 10_000, total_is: 'minimum' });
    // 73 times 137 is 10,001, and 6 times 1,667 is 10,002.
    expect(await totalOf({ status: 'revoked', page: 137, limit: 73 })).toMatchObject({ total: 10_000, more: true });
    expect(await totalOf({ status: 'revoked', page: 1_667, limit: 6 })).toMatchObject({ total: 10_000, more: false });
    expect(await totalOf({ unused_for_days: 1 })).toEqual({ total: 10_000, total_is: 'minimum' });
    expect(read()).toBeGreaterThan(10_000);
    expect(await totalOf({})).toEqual({ total: 13_009 });
    expect(read()).toBeLessThan(500);
    const { rows } = await queries.list(workspace, { page: 40, limit: 25 }, NOW);
    expect(rows.length).toBe(25);
    expect(read()).toBeLessThan(10_000);
  });

  it('are limited to those that are valid, however many have expired', async () => {
    const workspace = await test.workspace('pro');
    await fill(workspace, [
      ...Array.from({ length: 20 }, () => ({ ...EXPIRED })),
      { ...EXPIRED, expiration: null },
      { ...EXPIRED, expiration: '9999-01-01T00:00:00.000Z' },
      { ...EXPIRED, expiration: null, revoked_at: NOW },
      { ...EXPIRED, expiration: null, grace_ends_at: daysAgo(1) },
    ]);
    const reserve = async (key: string) =>
      (
        await test.store.inWorkspace(workspace, (client) =>
          client.query<{ free: boolean }>('select reserve_key($1, $2, 4) as free', [workspace, key]),
        )
      ).rows[0]?.free;
    expect(await reserve(`key_${workspace}_a`)).toBe(true);
    expect(await reserve(`key_${workspace}_b`)).toBe(true);
    expect(await reserve(`key_${workspace}_c`)).toBe(false);
  });
});

const EXPIRED: Made = {
  created_at: '2020-01-01T00:00:00.000Z',
  revoked_at: null,
  expiration: '2020-02-01T00:00:00.000Z',
  grace_ends_at: null,
  last_used_at: null,
};

const usedAt = ({ created_at, last_used_at }: Made) =>
  last_used_at && (last_used_at > created_at ? last_used_at : created_at);
