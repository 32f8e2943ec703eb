import { Rejection, StoreUnavailable } from '@kernel';
import { MIGRATIONS } from '@platform/process';
import { createReadStore, type ReadStore } from '@platform/read-store';
import { insist } from '../../../test/support/insist';
import { type Plan, explaining, rowsRead } from '../../../test/support/plans';
import { withPostgres } from '../../../test/support/postgres';
import { quiet, type TestReadStore, withReadStore } from '../../../test/support/read-store';
import { KEY_LIMIT } from './api-keys/api-key.commands';
import { CAMPAIGN_LIMIT } from './campaigns/campaign.commands';
import { DOMAIN_LIMIT } from './domains/domain.commands';
import { gatewayMigrations } from './gateway.module';
import { QR_CODE_LIMIT } from './qr-codes/qr-code.commands';
import { type ResourceLimit, ResourceLimits } from './resource-limits';
import { resourceReservations } from './resource-limits.migration';
import { WorkspaceQueries } from './workspace/workspace.queries';

const migrations = [...MIGRATIONS, ...gatewayMigrations];

let test: TestReadStore;
/** As in another process: separate connections to the same database. */
let elsewhere: ReadStore;
let limits: readonly [ResourceLimits, ResourceLimits];
beforeAll(async () => {
  test = await withReadStore(migrations);
  elsewhere = await insist(() => createReadStore({ url: test.database.url, log: quiet, extraMigrations: migrations }));
  limits = [new ResourceLimits(test.store), new ResourceLimits(elsewhere)];
});
afterAll(async () => {
  await elsewhere.close();
  await test.close();
});

/** A limit, values of a row that counts, and the statement that ends the resource $1. */
const KINDS: readonly (readonly [string, ResourceLimit, object, string])[] = [
  [
    'live keys',
    KEY_LIMIT,
    { lineage: 'x', scope: 'read', pepper_id: 'p1', start: 'x', created_by: {} },
    'update api_keys set revoked_at = created_at where id = $1',
  ],
  [
    'campaigns',
    CAMPAIGN_LIMIT,
    { status: 'draft', tags: [] },
    'update campaigns set deleted_at = created_at where id = $1',
  ],
  [
    'domains',
    DOMAIN_LIMIT,
    { hostname: 'go.example.com', token: 'x', status: 'pending' },
    'update domains set deleted_at = created_at where id = $1',
  ],
  [
    'QR codes',
    QR_CODE_LIMIT,
    { format: 'png', size: 1, level: 'M', margin: 0, fg_color: '#000', bg_color: '#fff', created_by: {} },
    'delete from qr_codes where id = $1',
  ],
];

const REFUSED = { kind: 'forbidden', code: 'limit_reached' };
const APPLIED = { pending: [] };
const PENDING = { pending: ['campaigns'] };

let made = 0;
const newId = () => `new_${(made += 1)}`;

/** Writes rows as the projector does. @returns their ids */
const write = async ({ table }: ResourceLimit, values: object, workspace_id: string, ids: readonly string[]) => {
  const row = { ...values, workspace_id, name: 'x', created_at: CREATED, updated_at: CREATED, revision: 0 };
  await test.owner.query(
    `insert into ${table} select r.* from unnest($2::text[]) as id, jsonb_populate_record(null::${table},
       $1::jsonb || jsonb_build_object('id', id, 'token_hash', '\\x' || md5(id) || md5(id))) as r`,
    [row, ids],
  );
};
const CREATED = '2026-01-01T00:00:00.000Z';

/** A workspace with so many resources of a kind. */
const workspaceWith = async (count: number, limit: ResourceLimit, values: object): Promise<string> => {
  const workspace = await test.workspace('pro');
  await write(limit, values, workspace, Array.from({ length: count }, newId));
  return workspace;
};

const fulfilled = async (attempts: readonly Promise<unknown>[]): Promise<number> => {
  const outcomes = await Promise.allSettled(attempts);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(REFUSED);
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
};

describe.each(KINDS)('the limit of %s', (_, limit, values, end) => {
  it('gives the last place to exactly one of several processes, ahead of the read model', async () => {
    const workspace = await workspaceWith(limit.most - 1, limit, values);
    const attempts = Array.from({ length: 16 }, newId).map((id, n) =>
      insist(() => limits[n % 2 ? 0 : 1].within(limit, workspace, id, async () => PENDING)),
    );
    expect(await fulfilled(attempts)).toBe(1);
  });

  it('is reached exactly while the read model catches up', async () => {
    const workspace = await workspaceWith(limit.most - 10, limit, values);
    const attempts = Array.from({ length: 40 }, (_, n) => {
      const id = newId();
      const make = async () => {
        await write(limit, values, workspace, [id]);
        return n % 3 ? APPLIED : PENDING;
      };
      return insist(() => limits[n % 2 ? 0 : 1].within(limit, workspace, id, make));
    });
    expect(await fulfilled(attempts)).toBe(10);
  });

  it('counts a resource no longer once it has ended', async () => {
    const workspace = await workspaceWith(limit.most - 1, limit, values);
    for (let n = 0; n < 3; n += 1) {
      const id = newId();
      await limits[0].within(limit, workspace, id, async () => {
        await write(limit, values, workspace, [id]);
        return APPLIED;
      });
      await expect(limits[0].within(limit, workspace, newId(), async () => APPLIED)).rejects.toMatchObject(REFUSED);
      await test.owner.query(end, [id]);
    }
  });
});

describe('a limit of resources', () => {
  const [, limit, values] = KINDS[0] as (typeof KINDS)[number];
  const full = (but = 0) => workspaceWith(limit.most - but, limit, values);
  const make = (workspace: string, id = newId(), outcome: Promise<typeof APPLIED> | undefined = undefined) =>
    limits[0].within(limit, workspace, id, () => outcome ?? Promise.resolve(APPLIED));

  it('counts valid keys without a look at those that were revoked or have expired, and so does their workspace', async () => {
    const workspace = await workspaceWith(5, limit, values);
    const many = Array.from({ length: 12_000 }, newId);
    await write(limit, { ...values, revoked_at: CREATED }, workspace, many.slice(0, 6_000));
    await write(limit, { ...values, expiration: CREATED }, workspace, many.slice(6_000));
    await test.owner.query('analyze api_keys');
    const plans: Plan[] = [];
    const store = explaining(test.store, plans);
    await new ResourceLimits(store).within(limit, workspace, newId(), async () => APPLIED);
    expect(await new WorkspaceQueries(store).find(workspace)).toMatchObject({ api_keys: 5 });
    expect(plans.length).toBeGreaterThan(3);
    expect(Math.max(...plans.map(rowsRead))).toBeLessThan(500);
  });

  it('counts neither revoked nor expired keys, nor those whose grace is over; it counts keys in grace', async () => {
    const workspace = await full(1);
    const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 86_400_000)];
    for (const columns of [
      { revoked_at: past },
      { expiration: past },
      { grace_ends_at: past },
      { expiration: past, grace_ends_at: future },
    ])
      await test.key(workspace, columns);
    await make(workspace);
    await test.key(workspace, { grace_ends_at: future });
    await expect(make(workspace)).rejects.toMatchObject(REFUSED);
  });

  it('frees a place when the resource was rejected, and keeps it when the outcome is unknown', async () => {
    const workspace = await full(1);
    await expect(
      make(workspace, newId(), Promise.reject(new Rejection('invalid', 'invalid_request', 'no'))),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    const id = newId();
    await expect(make(workspace, id, Promise.reject(new StoreUnavailable('lost')))).rejects.toThrow('lost');
    await expect(make(workspace)).rejects.toMatchObject(REFUSED);
    await write(limit, values, workspace, [id]);
    expect(await make(workspace, id)).toBe(APPLIED);
    expect(await make(workspace, id)).toBe(APPLIED);
  });

  it('keeps the place of an attempt whose repeat is rejected', async () => {
    const workspace = await full(1);
    const id = newId();
    await limits[0].within(limit, workspace, id, async () => PENDING);
    await expect(make(workspace, id, Promise.reject(new Rejection('conflict', 'conflict', 'no')))).rejects.toThrow();
    await expect(make(workspace)).rejects.toMatchObject(REFUSED);
  });

  it('frees a place that was not claimed within ten minutes', async () => {
    const workspace = await full(1);
    await expect(make(workspace, newId(), Promise.reject(new StoreUnavailable('killed')))).rejects.toThrow('killed');
    await test.owner.query(
      "UPDATE resource_reservations SET reserved_at = reserved_at - interval '10 minutes' WHERE workspace_id = $1",
      [workspace],
    );
    expect(await make(workspace)).toBe(APPLIED);
  });

  it('of one workspace does not affect another, and one of a kind no other kind', async () => {
    const workspace = await full();
    await expect(make(workspace)).rejects.toMatchObject(REFUSED);
    expect(await make(await test.workspace('pro'))).toBe(APPLIED);
    expect(await limits[0].within(CAMPAIGN_LIMIT, workspace, newId(), async () => PENDING)).toBe(PENDING);
  });
});

describe('beside a gateway of an earlier version', () => {
  it.each([
    ['reserve_key', 'key_reservations', 'key_id', KINDS[0]],
    ['reserve_campaign', 'campaign_reservations', 'campaign_id', KINDS[1]],
    ['reserve_domain', 'domain_reservations', 'domain_id', KINDS[2]],
  ] as const)('which uses %s, the last place goes to exactly one', async (reserve, table, column, kind) => {
    const [, limit, values] = kind as (typeof KINDS)[number];
    const workspace = await workspaceWith(limit.most - 1, limit, values);
    const earlier = async (id: string) => {
      const text = `select ${reserve}($1, $2, $3) as reserved`;
      const { rows } = await elsewhere.inWorkspace(workspace, (client) =>
        client.query<{ reserved: boolean }>(text, [workspace, id, limit.most]),
      );
      if (!rows[0]?.reserved) throw new Rejection('forbidden', 'limit_reached', limit.detail);
    };
    const attempts = (ids: readonly string[]) =>
      ids.map((id, n) =>
        insist<unknown>(() => (n % 2 ? earlier(id) : limits[0].within(limit, workspace, id, async () => PENDING))),
      );
    const ids = Array.from({ length: 16 }, newId);
    expect(await fulfilled(attempts(ids))).toBe(1);
    for (const id of ids)
      await insist(() =>
        elsewhere.inWorkspace(workspace, (client) =>
          client.query(`DELETE FROM ${table} WHERE workspace_id = $1 AND ${column} = $2`, [workspace, id]),
        ),
      );
    expect(await fulfilled(attempts(Array.from({ length: 16 }, newId)))).toBe(1);
  });

  it('which has reserved places, they stay reserved through the upgrade', async () => {
    const database = await withPostgres();
    const open = (extraMigrations: typeof migrations) =>
      insist(() => createReadStore({ url: database.url, log: quiet, extraMigrations }));
    const earlier = await open(migrations.filter((step) => step !== resourceReservations));
    for (const kind of ['key', 'campaign', 'domain'])
      await insist(() =>
        earlier.inWorkspace('ws_1', (client) => client.query(`select reserve_${kind}('ws_1', 'earlier', 1)`)),
      );
    await earlier.close();
    const store = await open(migrations);
    for (const [, limit] of KINDS.slice(0, 3)) {
      const make = (id: string) =>
        insist(() => new ResourceLimits(store).within({ ...limit, most: 1 }, 'ws_1', id, async () => PENDING));
      await expect(make('later')).rejects.toMatchObject(REFUSED);
      expect(await make('earlier')).toBe(PENDING);
    }
    await store.close();
    await database.close();
  });
});
