import { StoreUnavailable } from '@kernel';
import { MembershipSchema, UserSchema } from '@platform/read-store';
import { insert, type TestReadStore, withReadStore } from '../../../../test/support/read-store';

let test: TestReadStore;
let ours: string;
let theirs: string;

beforeAll(async () => {
  test = await withReadStore();
  [ours, theirs] = [await test.workspace('free'), await test.workspace('free')];
  await test.key(ours);
  await test.key(theirs);
});
afterAll(() => test.close());

const owners = (sql: string, workspace = ours) =>
  test.store.inWorkspace(workspace, async (client) =>
    (await client.query<{ owner: string }>(sql)).rows.map(({ owner }) => owner),
  );

describe('inWorkspace', () => {
  it('sees the rows of its workspace only, though the query names none', async () => {
    expect(await owners('select workspace_id as owner from api_keys')).toEqual([ours]);
    expect(await owners('select workspace_id as owner from api_keys', theirs)).toEqual([theirs]);
    expect(await owners('select id as owner from workspaces')).toEqual([ours]);
  });

  it('protects every table that has a workspace', async () => {
    const { rows } = await test.owner.query(
      `select c.table_name from information_schema.columns c join pg_class t on t.oid = to_regclass(c.table_name)
       where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.relkind = 'r'
         and not (t.relrowsecurity and t.relforcerowsecurity)`,
    );
    expect(rows).toEqual([]);
  });

  it('neither changes nor creates rows of another workspace', async () => {
    const changed = await test.store.inWorkspace(ours, (client) =>
      client.query('update api_keys set name = $1 where workspace_id = $2', ['mine now', theirs]),
    );
    expect(changed.rowCount).toBe(0);
    await expect(
      test.store.inWorkspace(ours, (client) => client.query('insert into rate_rings values ($1, 1, 0, 0)', [theirs])),
    ).rejects.toThrow('row-level security');
  });

  it('treats a hostile workspace id as a plain value', async () => {
    expect(await owners('select workspace_id as owner from api_keys', "'; set waymark.workspace = '*'; --")).toEqual(
      [],
    );
  });

  it('commits on success, rolls back on an error, and returns a clean connection', async () => {
    const rename = (name: string, then: () => void) =>
      test.store.inWorkspace(ours, async (client) => {
        await client.query('update api_keys set name = $1', [name]);
        then();
      });
    await rename('kept', () => undefined);
    await expect(
      rename('lost', () => {
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await owners('select name as owner from api_keys')).toEqual(['kept']);
    expect(await owners('select workspace_id as owner from api_keys', 'ws_none')).toEqual([]);
  });

  it('serves many workspaces at once without mixing them', async () => {
    const seen = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        owners('select workspace_id as owner from api_keys', n % 2 ? ours : theirs),
      ),
    );
    seen.forEach((rows, n) => expect(rows).toEqual([n % 2 ? ours : theirs]));
  });
});

describe('the application’s role', () => {
  const attempt = (sql: string) => test.store.inWorkspace(ours, (client) => client.query(sql));

  it('cannot disable row-level security', async () => {
    await expect(attempt('alter table api_keys disable row level security')).rejects.toThrow('must be owner');
    await expect(attempt('drop policy one_workspace on api_keys')).rejects.toThrow('must be owner');
    await expect(attempt('create table mine (id int)')).rejects.toThrow('permission denied');
    await expect(
      test.store.inWorkspace(ours, async (client) => {
        await client.query('set local row_security = off');
        await client.query('select * from api_keys');
      }),
    ).rejects.toThrow('row-level security');
  });

  it('logs in as itself, so that no session can leave it', async () => {
    const { rows } = await test.store.inWorkspace(ours, async (client) => {
      await client.query('reset role; reset session authorization');
      return client.query<{ login: string; role: string; superuser: boolean }>(
        `select session_user::text as login, current_user::text as role, rolsuper as superuser
         from pg_roles where rolname = session_user`,
      );
    });
    expect(rows).toEqual([{ login: 'waymark_app', role: 'waymark_app', superuser: false }]);
    const others = 'reset role; set local row_security = on; select workspace_id as owner from api_keys';
    expect(
      await test.store.inWorkspace(ours, async (client) => {
        const answers = (await client.query(others)) as unknown as readonly { rows: { owner: string }[] }[];
        return answers.at(-1)?.rows.map(({ owner }) => owner);
      }),
    ).toEqual([ours]);
    const { rows: owners_ } = await test.owner.query<{ name: string }>(
      "select tableowner as name from pg_tables where schemaname in ('public', 'waymark_events') group by 1",
    );
    for (const { name } of owners_) await expect(attempt(`set role ${name}`)).rejects.toThrow('permission denied');
    await expect(attempt("set session authorization 'waymark'")).rejects.toThrow('permission denied');
  });

  it("sees no tenant's rows on a connection without a workspace", async () => {
    const { Client } = await import('pg');
    const { applicationConnection } = await import('@platform/read-store');
    const client = new Client(applicationConnection(test.database.url, { name: 'nobody' }));
    await client.connect();
    const { rows } = await client.query('select id from api_keys').finally(() => client.end());
    expect(rows).toEqual([]);
  });
});

describe('accounts', () => {
  const CREATED = '2026-01-02T03:04:05.678Z';

  it('are entities with times as texts, and an e-mail belongs to one user whatever its case', async () => {
    const users = test.store.dataSource.getRepository(UserSchema);
    const ada = { id: 'usr_ada', email: 'Ada@example.com', name: null, password_hash: 'h', created_at: CREATED };
    await users.insert(ada);
    expect(await users.findOneBy({ id: 'usr_ada' })).toEqual(ada);
    await expect(users.insert({ ...ada, id: 'usr_two', email: 'ada@EXAMPLE.com' })).rejects.toThrow('users_email');
  });

  it('see the memberships of every workspace', async () => {
    await insert(test.owner, 'users', {
      id: 'usr_bob',
      email: 'bob@example.com',
      password_hash: 'h',
      created_at: CREATED,
    });
    for (const workspace of [ours, theirs]) {
      await insert(test.owner, 'memberships', {
        workspace_id: workspace,
        user_id: 'usr_bob',
        role: 'member',
        created_at: CREATED,
      });
    }
    expect(await test.store.dataSource.getRepository(MembershipSchema).countBy({ user_id: 'usr_bob' })).toBe(2);
  });
});

it('ping reports that Postgres is down', async () => {
  const other = await withReadStore();
  await other.close();
  await expect(other.store.ping()).rejects.toThrow(StoreUnavailable);
});
