import { StoreUnavailable } from '@kernel';
import {
  type Authorization,
  type Authorizer,
  type AuthorizeRequest,
  EVERY_WORKSPACE,
  applicationConnection,
  createAuthorizer,
} from '@platform/read-store';
import { Client } from 'pg';
import { eventually, insert, type TestReadStore, withReadStore } from '../../../../test/support/read-store';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const DAY = 24 * 3_600_000;
const ALL_REQUIRED = ['read', 'write', 'keys', 'owner', 'former_read', 'former_owner'] as const;

let test: TestReadStore;
/** Without the limits of a gateway, which a busy machine exceeds. */
let authorizer: Authorizer;

beforeAll(async () => {
  test = await withReadStore();
  authorizer = createAuthorizer({ pool: test.store.system, deadlineMs: 120_000 });
});
beforeEach(() => test.freeze(NOW));
afterAll(() => test.close());

/** Whatever is judged is confirmed alike, but for the rate limit. */
const judge = async (request: AuthorizeRequest): Promise<Authorization['outcome']> => {
  const judged = await authorizer.authorize(request);
  const { outcome, at } = judged;
  const again = outcome === 'ok' ? { outcome, at, subject: judged.subject } : { outcome, at };
  if (outcome !== 'rate_limited') expect(await authorizer.confirm(request)).toEqual(again);
  return outcome;
};

const park = (readModel: string, stream: string) =>
  insert(test.owner, 'parked_streams', { read_model: readModel, stream, position: 1, cause: 'x', parked_at: NOW });

/** Everything that an authorization can write. */
const written = async () => {
  const tables = ['rate_rings', 'rate_slots', 'idempotency_keys'];
  const counted = tables.map(async (table) => (await test.owner.query(`select * from ${table} order by 1, 2`)).rows);
  return Promise.all(counted);
};

describe('a confirmation', () => {
  it('takes no slot of the rate limit, and no lease', async () => {
    const key = await test.key(await test.workspace('free'));
    await judge(key.request());
    const before = await written();
    expect(await authorizer.confirm(key.request('write', 'k1'))).toMatchObject({ outcome: 'ok' });
    expect(await written()).toEqual(before);
  });
});

describe('a key', () => {
  it('identifies the caller, its workspace, its permission and the time', async () => {
    const workspaceId = await test.workspace('pro');
    const key = await test.key(workspaceId, { expiration: after(DAY) });
    expect(await authorizer.authorize(key.request())).toEqual({
      outcome: 'ok',
      at: NOW.toISOString(),
      subject: {
        workspaceId,
        plan: 'pro',
        actor: { type: 'api_key', id: key.id },
        permission: 'read_write',
        key: { status: 'active', expiration: after(DAY).toISOString() },
      },
      rate: { limit: 1000, remaining: 999, resetAt: after(60_000).toISOString() },
      commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      idempotency: { state: 'none' },
    });
  });

  it.each([
    ['expiration', 'expired'],
    ['grace_ends_at', 'grace_over'],
  ] as const)('with %s is good 1 ms before, and not at that instant', async (column, outcome) => {
    const key = await test.key(await test.workspace('pro'), { [column]: NOW });
    await test.freeze(after(-1));
    expect(await judge(key.request())).toBe('ok');
    await test.freeze(NOW);
    expect(await judge(key.request())).toBe(outcome);
  });

  it('whose expiration and end of grace coincide has expired', async () => {
    const key = await test.key(await test.workspace('pro'), { expiration: NOW, grace_ends_at: NOW });
    expect(await judge(key.request())).toBe('expired');
  });

  it('in its grace is reported as such', async () => {
    const key = await test.key(await test.workspace('pro'), { grace_ends_at: after(DAY) });
    expect(await authorizer.authorize(key.request())).toMatchObject({
      outcome: 'ok',
      subject: { key: { status: 'grace' } },
    });
  });

  it('is refused from the first request after its revocation on', async () => {
    const key = await test.key(await test.workspace('pro'));
    expect(await judge(key.request())).toBe('ok');
    await test.owner.query('update api_keys set revoked_at = $2 where id = $1', [key.id, NOW]);
    expect(await judge(key.request())).toBe('revoked');
    await park('api_keys', `apikey-${key.lineage}`);
    expect(await judge(key.request())).toBe('revoked');
  });

  it('is refused as revoked while its workspace is deleted, at once, and valid again once restored', async () => {
    const workspaceId = await test.workspace('pro');
    const key = await test.key(workspaceId);
    expect(await judge(key.request())).toBe('ok');
    await test.owner.query('update workspaces set deleted_at = $2 where id = $1', [workspaceId, NOW]);
    const before = await written();
    expect(await judge(key.request('read', 'k1'))).toBe('revoked');
    expect(await written()).toEqual(before);
    await test.owner.query('update workspaces set deleted_at = null where id = $1', [workspaceId]);
    expect(await judge(key.request())).toBe('ok');
  });

  it('is undecided while its lineage or workspace is parked, or its workspace is unknown yet', async () => {
    const key = await test.key(await test.workspace('pro'));
    await park('other', `apikey-${key.lineage}`);
    expect(await judge(key.request())).toBe('ok');
    await park('api_keys', `apikey-${key.lineage}`);
    await expect(judge(key.request())).rejects.toThrow(StoreUnavailable);
    await expect(authorizer.confirm(key.request())).rejects.toThrow(StoreUnavailable);

    const workspaceId = await test.workspace('pro');
    await park('workspaces', `workspace-${workspaceId.slice('ws_'.length)}`);
    await expect(judge((await test.key(workspaceId)).request())).rejects.toThrow(StoreUnavailable);
    await expect(judge((await test.key('ws_absent')).request())).rejects.toThrow(StoreUnavailable);
  });

  it('that is unknown, revoked or expired causes no write', async () => {
    const workspaceId = await test.workspace('pro');
    const refused = [
      await test.key(workspaceId, { revoked_at: NOW }),
      await test.key(workspaceId, { expiration: NOW }),
      await test.key(workspaceId, { grace_ends_at: NOW }),
    ];
    const before = await written();
    const outcomes = await Promise.all([
      ...refused.map((key) => judge(key.request('write', 'k1'))),
      judge({ credential: { kind: 'key', hash: Buffer.alloc(32) }, required: 'read' }),
    ]);
    expect(outcomes).toEqual(['revoked', 'expired', 'grace_over', 'unknown']);
    expect(await written()).toEqual(before);
  });
});

describe('a session', () => {
  const member = async (role: string, session: object = {}): Promise<AuthorizeRequest> => {
    const workspaceId = await test.workspace('pro');
    const id = workspaceId.slice(3);
    const credential = { kind: 'session' as const, sessionId: `ses_${id}`, userId: `usr_${id}`, workspaceId };
    const common = { created_at: NOW, workspace_id: workspaceId, user_id: credential.userId };
    await insert(test.owner, 'users', {
      id: credential.userId,
      email: `${id}@example.com`,
      password_hash: 'h',
      created_at: NOW,
    });
    await insert(test.owner, 'memberships', { ...common, role });
    await insert(test.owner, 'sessions', { ...common, id: credential.sessionId, expires_at: after(DAY), ...session });
    return { credential, required: 'read' };
  };

  it('acts as its user with the role of the membership', async () => {
    expect(await authorizer.authorize(await member('viewer'))).toMatchObject({
      outcome: 'ok',
      subject: { actor: { type: 'user' }, permission: 'viewer', plan: 'pro' },
    });
  });

  it('ends when it is revoked, expires, or its user leaves the workspace', async () => {
    expect(await judge(await member('owner', { revoked_at: NOW }))).toBe('revoked');
    expect(await judge(await member('owner', { expires_at: NOW }))).toBe('expired');
    const left = await member('owner');
    await test.owner.query('delete from memberships where user_id = $1', [
      (left.credential as { userId: string }).userId,
    ]);
    expect(await judge(left)).toBe('unknown');
  });

  it('grants neither another user nor a workspace that its user does not belong to', async () => {
    const [mine, other] = [await member('owner'), await member('owner')];
    const credential = mine.credential as Extract<AuthorizeRequest['credential'], { kind: 'session' }>;
    const foreign = other.credential as typeof credential;
    expect(await judge({ ...mine, credential: { ...credential, workspaceId: foreign.workspaceId } })).toBe('unknown');
    expect(await judge({ ...mine, credential: { ...foreign, sessionId: credential.sessionId } })).toBe('unknown');
  });

  it.each([
    ['viewer', ['read', 'former_read'], ['former_read']],
    ['member', ['read', 'write', 'keys', 'former_read'], ['former_read']],
    ['owner', ALL_REQUIRED, ['former_read', 'former_owner']],
  ] as const)(
    'of a %s may %p and nothing more, and %p once the workspace is deleted',
    async (role, allowed, formerly) => {
      const request = await member(role);
      await expectOnly(request, allowed);
      const { workspaceId } = request.credential as { workspaceId: string };
      await test.owner.query('update workspaces set deleted_at = $2 where id = $1', [workspaceId, NOW]);
      await expectOnly(request, formerly);
    },
  );

  const expectOnly = async (request: AuthorizeRequest, allowed: readonly string[]) => {
    for (const required of ALL_REQUIRED) {
      const expected = allowed.includes(required) ? 'ok' : 'insufficient_scope';
      expect([required, await judge({ ...request, required })]).toEqual([required, expected]);
    }
  };
});

describe('the order of the checks', () => {
  it("refuses a read key's write after taking a rate slot and before making an idempotency row", async () => {
    const key = await test.key(await test.workspace('free'), { scope: 'read' });
    expect(await authorizer.authorize(key.request('write', 'k'))).toMatchObject({
      outcome: 'insufficient_scope',
      rate: { remaining: 99 },
    });
    expect(await authorizer.authorize(key.request('read', 'k'))).toMatchObject({
      rate: { remaining: 98 },
      idempotency: { state: 'opened' },
    });
    await Promise.all(Array.from({ length: 98 }, () => authorizer.authorize(key.request('read'))));
    expect(await judge(key.request('write'))).toBe('rate_limited');
  });

  it('writes nothing, not even to the log, for an enterprise request without an idempotency key', async () => {
    const key = await test.key(await test.workspace('enterprise'));
    await judge(key.request());
    const { rows } = await test.store.system.query(
      `with before as materialized (select pg_current_xact_id_if_assigned() as xid)
       select outcome, before.xid as before, pg_current_xact_id_if_assigned() as after
       from before, authorize((select array[token_hash] from api_keys where id = $1), '{null}', '{null}', '{null}',
         '{write}',
         '{null}', '{null}', array[gen_random_uuid()], '{null}')`,
      [key.id],
    );
    expect(rows).toEqual([{ outcome: 'ok', before: null, after: null }]);
  });
});

it('reads a handful of rows, however many keys, workspaces and idempotency keys there are', async () => {
  const key = await test.key(await test.workspace('enterprise'));
  await test.owner.query(`
    insert into workspaces select 'ws_' || n, 'x', 'free', now(), now(), 0 from generate_series(1, 3000) n;
    insert into idempotency_keys (workspace_id, route, key, command_id, holder, created_at, lease_until)
      select 'ws_1', 'r', n::text, gen_random_uuid(), gen_random_uuid(), now(), now() from generate_series(1, 3000) n;
    insert into api_keys (id, workspace_id, lineage, name, scope, token_hash, pepper_id, start, created_at, created_by,
      revision)
      select 'key_' || n, 'ws_' || n, n, 'x', 'read', sha256(n::text::bytea), 'p', 's', now(), '{}', 0
        from generate_series(1, 3000) n;
    analyze workspaces, idempotency_keys, api_keys`);
  // A session of its own: another has plans for tables of a few rows, and counts what it did just before.
  const session = { name: 'spec', workspace: EVERY_WORKSPACE, connectMs: 60_000, statementMs: 60_000 } as const;
  const client = new Client(applicationConnection(test.database.url, session));
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `select * from authorize((select array[token_hash] from api_keys where id = $1), '{null}', '{null}', '{null}',
        '{write}', '{r}', '{hmac k}', array[gen_random_uuid()], '{k}')`,
      [key.id],
    );
    const { rows } = await client.query<{ relname: string }>(
      `select relname from pg_stat_xact_user_tables where coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) > 5`,
    );
    expect(rows).toEqual([]);
  } finally {
    await client.end();
  }
});

describe('when Postgres is away', () => {
  it('refuses with StoreUnavailable, and decides again as soon as it is back', async () => {
    const gateway = createAuthorizer({ pool: test.store.authorizing });
    const key = await test.key(await test.workspace('enterprise'));
    const blocker = await test.owner.connect();
    await blocker.query('begin; lock table api_keys in access exclusive mode');
    // The lock is held until this test releases it.
    await expect(gateway.authorize(key.request())).rejects.toThrow(StoreUnavailable);
    await blocker.query('rollback');
    blocker.release();
    await test.database.cut();
    expect(await eventually(() => gateway.authorize(key.request()))).toMatchObject({ outcome: 'ok' });
    expect(await eventually(() => judge(key.request()))).toBe('ok');
  });

  it('fails only the request with a text that Postgres cannot hold', async () => {
    const key = await test.key(await test.workspace('enterprise'));
    const [bad, good] = await Promise.allSettled([judge(key.request('write', 'a\0b')), judge(key.request())]);
    expect(bad.status).toBe('rejected');
    expect(good).toMatchObject({ value: 'ok' });
  });
});
