import type { Pool } from 'pg';
import { insert, type TestReadStore, withReadStore } from '../../../test/support/read-store';
import { deleteExpired, sweepSessions } from './expired-sessions';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

let test: TestReadStore;

beforeAll(async () => {
  test = await withReadStore();
  await test.freeze(NOW);
});
afterAll(() => test.close());
beforeEach(() => test.owner.query('delete from users'));

describe('expired sessions', () => {
  it('are deleted with their refresh tokens, in batches, and the others stay', async () => {
    await user('usr_ada');
    for (let n = 0; n < 5; n += 1) await session(`ses_old${n}`, 'usr_ada', at(-60 + n), at(-30 + n));
    await session('ses_new', 'usr_ada', at(-10), at(20));
    await token('ses_new', at(-1));
    expect(await deleteExpired(test.store.system, undefined, 2)).toBe(11);
    expect(await rows('sessions')).toEqual(['ses_new']);
    expect(await rows('refresh_tokens')).toEqual(['ses_new']);
    expect(await deleteExpired(test.store.system)).toBe(0);
  });

  it('go with accounts that have no workspace, unless they are new', async () => {
    await user('usr_bob');
    for (const [id, days] of [
      ['usr_old', -2],
      ['usr_new', -0.5],
    ] as const)
      await insert(test.owner, 'users', { id, email: id, password_hash: 'x', created_at: at(days) });
    await session('ses_bob', 'usr_bob', at(-90), at(1));
    await session('ses_old', 'usr_old', at(-90), at(1));
    expect(await deleteExpired(test.store.system)).toBe(1);
    const { rows: left } = await test.owner.query('select id from users order by id');
    expect(left).toEqual([{ id: 'usr_bob' }, { id: 'usr_new' }]);
    expect(await rows('sessions')).toEqual(['ses_bob']);
  });

  it('take no account along for a connection that does not see its workspace', async () => {
    await user('usr_bob');
    await test.store.inWorkspace('ws_two', (client) => deleteExpired(client));
    expect((await test.owner.query('select id from users')).rows).toEqual([{ id: 'usr_bob' }]);
  });

  it('go with the invitations that have expired, and with no others', async () => {
    await user('usr_eve');
    for (const [n, expires_at] of [at(-1), NOW.toISOString(), at(1)].entries()) {
      await insert(test.owner, 'invitations', {
        id: `inv_${n}`,
        workspace_id: 'ws_one',
        email: `${n}@example.com`,
        role: 'member',
        token_hash: Buffer.alloc(32, n),
        invited_by: 'usr_eve',
        created_at: at(-7),
        expires_at,
      });
    }
    expect(await deleteExpired(test.store.system)).toBe(2);
    expect((await test.owner.query('select id from invitations')).rows).toEqual([{ id: 'inv_2' }]);
  });

  it('go with the days of the use of keys that are no longer shown: the last 90 stay', async () => {
    for (const days of [-100, -90, -89, 0]) {
      const row = { key_id: 'key_one', workspace_id: 'ws_one', day: at(days).slice(0, 10), request_count: 1 };
      await insert(test.owner, 'key_usage_days', row);
    }
    expect(await deleteExpired(test.store.system)).toBe(2);
    const { rows: left } = await test.owner.query('select day::text from key_usage_days order by day');
    expect(left).toEqual([-89, 0].map((days) => ({ day: at(days).slice(0, 10) })));
  });

  it('stay while the clock of the database is not believed', async () => {
    const ending = new AbortController();
    const asked: string[] = [];
    const query = async (text: string) => {
      asked.push(text);
      ending.abort();
      return { rows: [{ now: Date.now(), ofTest: false }], rowCount: 0 };
    };
    const pool = { query } as unknown as Pool;
    await sweepSessions({ pool, log: { warn: () => undefined }, signal: ending.signal });
    expect(asked).toEqual([expect.not.stringContaining('delete')]);
  });

  it('are retried after a failure, until the process ends', async () => {
    const ending = new AbortController();
    const warned: string[] = [];
    const log = { warn: (_: object, message: string) => (warned.push(message), ending.abort()) };
    const pool = { query: () => Promise.reject(new Error('Postgres is away')) } as never;
    await sweepSessions({ pool, log, signal: ending.signal });
    expect(warned).toEqual(['expired sessions and invitations could not be deleted; trying again in an hour']);
  });
});

let tokens = 0;
const token = (session_id: string, expires_at: string) =>
  insert(test.owner, 'refresh_tokens', {
    hash: Buffer.alloc(32, (tokens += 1)),
    session_id,
    issued_at: at(-90),
    expires_at,
  });
const user = async (id: string) => {
  await insert(test.owner, 'users', { id, email: `${id}@example.com`, password_hash: 'x', created_at: at(-100) });
  const membership = { workspace_id: 'ws_one', user_id: id, role: 'owner', created_at: at(-10) };
  await insert(test.owner, 'memberships', membership);
};
const session = async (id: string, user_id: string, created_at: string, expires_at: string) => {
  await insert(test.owner, 'sessions', { id, user_id, workspace_id: 'ws_one', created_at, expires_at });
  await token(id, expires_at);
};
const rows = async (table: 'sessions' | 'refresh_tokens') => {
  const column = table === 'sessions' ? 'id' : 'session_id';
  const { rows: found } = await test.owner.query<{ id: string }>(`select ${column} as id from ${table} order by 1`);
  return found.map(({ id }) => id);
};
