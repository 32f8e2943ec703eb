import { insist } from '../../../../test/support/insist';
import { insert, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { SessionStore } from './sessions';

const DAY = 86_400_000;
const START = new Date('2026-03-01T12:00:00.000Z');
const USER = { id: 'usr_ada', email: 'ada@example.com', password_hash: 'first', created_at: START.toISOString() };

let test: TestReadStore;
let sessions: SessionStore;

beforeAll(async () => {
  test = await withReadStore();
  sessions = new SessionStore(test.store.dataSource, Buffer.from('secret'));
});
afterAll(() => test.close());

beforeEach(async () => {
  await test.owner.query('delete from users');
  await insert(test.owner, 'users', USER);
  await test.freeze(START);
});

const open = async () => {
  const opened = await sessions.open(USER.id, 'ws_one');
  if (!opened) throw new Error('no session was opened');
  return opened;
};
const live = async () => (await test.owner.query('select from sessions where revoked_at is null')).rowCount;

describe('a session', () => {
  it('lives for 30 days from its last refresh, to the millisecond', async () => {
    const first = await open();
    await test.freeze(new Date(START.getTime() + 30 * DAY - 1));
    const second = await sessions.refresh(first.refreshToken);
    if (second.kind !== 'refreshed') throw new Error(`refreshing was answered ${second.kind}`);
    await test.freeze(new Date(START.getTime() + 60 * DAY - 1));
    expect(await sessions.refresh(second.refreshToken)).toEqual({ kind: 'expired' });
  });

  it('gets one successor for 20 concurrent uses of one token, and lives', async () => {
    const { refreshToken } = await open();
    const refresh = () => insist(() => sessions.refresh(refreshToken));
    const answers = await Promise.all(Array.from({ length: 20 }, refresh));
    const tokens = new Set(answers.map((answer) => answer.kind === 'refreshed' && answer.refreshToken));
    expect([tokens.size, tokens.has(false), await live()]).toEqual([1, false, 1]);
    expect((await test.owner.query('select from refresh_tokens')).rowCount).toBe(2);
  });

  it('gets the same successor again where its answer was lost, until that one is spent', async () => {
    const { refreshToken } = await open();
    const [first, again] = [await sessions.refresh(refreshToken), await sessions.refresh(refreshToken)];
    if (first.kind !== 'refreshed') throw new Error(`refreshing was answered ${first.kind}`);
    expect(again).toMatchObject({ kind: 'refreshed', refreshToken: first.refreshToken });
    expect((await sessions.refresh(first.refreshToken)).kind).toBe('refreshed');
    expect(await sessions.refresh(refreshToken)).toEqual({ kind: 'rotated' });
    expect(await live()).toBe(1);
  });

  it('has successors that nobody can derive without the secret', async () => {
    const { refreshToken } = await open();
    const refreshed = await sessions.refresh(refreshToken);
    const other = new SessionStore(test.store.dataSource, Buffer.from('another secret'));
    expect(refreshed.kind).toBe('refreshed');
    expect(await other.refresh(refreshToken)).toEqual({ kind: 'rotated' });
  });

  it('ends by a token that was spent 30 s ago, and not before', async () => {
    const { refreshToken } = await open();
    expect((await sessions.refresh(refreshToken)).kind).toBe('refreshed');
    await test.freeze(new Date(START.getTime() + 29_999));
    expect((await sessions.refresh(refreshToken)).kind).toBe('refreshed');
    expect(await live()).toBe(1);
    await test.freeze(new Date(START.getTime() + 30_000));
    expect(await sessions.refresh(refreshToken)).toEqual({ kind: 'ended' });
    expect(await live()).toBe(0);
  });

  it('is not refreshed by a foreign token, and stores no token itself', async () => {
    const { refreshToken } = await open();
    const {
      rows: [row],
    } = await test.owner.query<{ hash: Buffer }>('select hash from refresh_tokens');
    for (const token of [`${refreshToken}x`, refreshToken.slice(3), row?.hash.toString('base64url') ?? ''])
      expect(await sessions.refresh(token)).toEqual({ kind: 'unknown' });
  });

  it('is refreshed 30 times a minute at most, and a refusal spends no token', async () => {
    const store = new SessionStore(test.store.dataSource, Buffer.from('secret'));
    let { refreshToken } = await open();
    for (let n = 0; n < 30; n += 1) {
      const refreshed = await store.refresh(refreshToken);
      if (refreshed.kind !== 'refreshed') throw new Error(`refreshing was answered ${refreshed.kind}`);
      ({ refreshToken } = refreshed);
    }
    expect(await store.refresh(refreshToken)).toEqual({ kind: 'limited', waitSeconds: expect.any(Number) as unknown });
    expect((await sessions.refresh(refreshToken)).kind).toBe('refreshed');
  });
});

describe('the end of a session', () => {
  const next = async (sessionId: string) => {
    const opened = await sessions.open(USER.id, 'ws_two', { sessionId });
    if (!opened) throw new Error('no session was opened');
    return opened.session.id;
  };
  const alive = async () =>
    (await test.owner.query<{ id: string }>('select id from sessions where revoked_at is null')).rows.map(
      ({ id }) => id,
    );

  it('is that of all that were opened from it, and of no other', async () => {
    const [mine, other] = [(await open()).session.id, (await open()).session.id];
    const second = await next(mine);
    await next(await next(second));
    const sibling = await next(other);
    await sessions.revoke(second);
    expect((await alive()).sort()).toEqual([mine, other, sibling].sort());
    await sessions.revoke(mine);
    expect((await alive()).sort()).toEqual([other, sibling].sort());
  });

  it('is also that of those that were opened with a stolen token', async () => {
    const { refreshToken, session } = await open();
    await next(session.id);
    await sessions.refresh(refreshToken);
    await test.freeze(new Date(START.getTime() + 30_000));
    expect(await sessions.refresh(refreshToken)).toEqual({ kind: 'ended' });
    expect(await live()).toBe(0);
  });

  it('leaves none that is being opened: 100 of 100 times', async () => {
    for (let round = 0; round < 100; round += 1) {
      const { session } = await open();
      const opened = () => sessions.open(USER.id, 'ws_two', { sessionId: session.id });
      await Promise.all([
        opened().then((one) => one && sessions.open(USER.id, 'ws_one', { sessionId: one.session.id })),
        sessions.revoke(session.id),
        opened(),
      ]);
      expect(await live()).toBe(0);
    }
  });
});

describe('a change of the password', () => {
  it('keeps one session, ends the others, and refuses the old password', async () => {
    const [mine] = [await open(), await open(), await open()];
    expect(await sessions.changePassword(USER, 'second', mine.session.id)).toBe(true);
    expect(await live()).toBe(1);
    expect((await sessions.refresh(mine.refreshToken)).kind).toBe('refreshed');
    expect(await sessions.open(USER.id, 'ws_one', { passwordHash: 'first' })).toBeNull();
    expect(await sessions.changePassword(USER, 'third', mine.session.id)).toBe(false);
  });

  it('leaves no session of the old password, despite concurrent log-ins: 100 of 100 times', async () => {
    for (let round = 0; round < 100; round += 1) {
      const [from, to] = [`hash ${round}`, `hash ${round + 1}`];
      await test.owner.query('update users set password_hash = $1', [from]);
      await Promise.all([
        sessions.open(USER.id, 'ws_one', { passwordHash: from }),
        sessions.changePassword({ ...USER, password_hash: from }, to, 'ses_none'),
        sessions.open(USER.id, 'ws_one', { passwordHash: from }),
      ]);
      expect(await live()).toBe(0);
    }
  });

  it('lets a session that it ends open no other, despite concurrent requests: 100 of 100 times', async () => {
    for (let round = 0; round < 100; round += 1) {
      const [from, to] = [`hash ${round}`, `hash ${round + 1}`];
      await test.owner.query('update users set password_hash = $1', [from]);
      const [mine, stolen] = [await open(), await open()];
      const opened = () => sessions.open(USER.id, 'ws_two', { sessionId: stolen.session.id });
      await Promise.all([
        opened(),
        sessions.changePassword({ ...USER, password_hash: from }, to, mine.session.id),
        opened(),
      ]);
      expect([await live(), await opened()]).toEqual([1, null]);
      await sessions.revoke(mine.session.id);
    }
  });

  it('opens no session for a deleted user', async () => expect(await sessions.open('usr_none', 'ws_one')).toBeNull());
});
