import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '@kernel';
import { insist } from '../../../../test/support/insist';
import { type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { Accounts } from './accounts';
import type { Client } from './clients';
import { Login } from './login';
import { prepareDecoy } from './passwords';
import {
  AttemptThrottle,
  BlockedSubjects,
  attemptsOfTheFutureMigration,
  beginAttemptMigration,
  loginThrottleMigration,
} from '@platform/passwords';
import { SessionStore } from './sessions';

let postgres: TestReadStore;

beforeAll(async () => {
  postgres = await withReadStore([loginThrottleMigration, beginAttemptMigration, attemptsOfTheFutureMigration]);
  // However long a test takes, no minute passes.
  await postgres.freeze(new Date('2026-03-01T12:00:00.000Z'));
});
afterAll(() => postgres.close());

const someone = () => `${randomUUID()}@example.com`;
const somewhere = (): Client => ({ network: randomUUID() });

const loginOf = (blocked = new BlockedSubjects()) => {
  const { attempts: pool, dataSource } = postgres.store;
  const accounts = new Accounts(dataSource);
  const login = new Login(
    accounts,
    new SessionStore(dataSource, Buffer.from('secret')),
    new AttemptThrottle(pool, blocked),
  );
  const attempt = (email: string, client: Client) =>
    login.verify({ email, password: 'wrong password' }, client).then(
      () => 'right',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
  return { accounts, login, attempt };
};

const failures = async (attempt: ReturnType<typeof loginOf>['attempt'], of: readonly (readonly [string, Client])[]) => {
  const codes: string[] = [];
  for (const [email, client] of of) codes.push(await attempt(email, client));
  return codes;
};
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('a flood of log-ins', () => {
  it('leaves requests their connections while the database keeps it waiting, and is shed beyond a bound', async () => {
    const { attempt } = loginOf();
    const holder = await postgres.owner.connect();
    await holder.query('begin; lock table login_attempts in access exclusive mode');
    try {
      let answered = 0;
      const flood = times(120, () => attempt(someone(), somewhere()).finally(() => (answered += 1)));
      const shed = await Promise.all(flood.slice(104));
      expect(new Set(shed)).toEqual(new Set(['unavailable']));
      await insist(() => postgres.store.ping());
      expect(await insist(() => postgres.store.authorizing.query('select 1'))).toMatchObject({ rowCount: 1 });
      expect(answered).toBe(shed.length);
      await holder.query('rollback');
      await Promise.all(flood);
    } finally {
      holder.release();
    }
  });

  it('costs no query once its e-mail address or its network is blocked, until their minute is over', async () => {
    const clock = { at: 0 };
    const queries = jest.spyOn(postgres.store.attempts, 'query');
    const { accounts, attempt } = loginOf(new BlockedSubjects(() => clock.at));
    const lookUps = jest.spyOn(accounts, 'findByEmail');
    const [email, client] = [someone(), somewhere()];
    const tried = times(6, () => [email, client] as const);
    expect(await failures(attempt, tried)).toEqual([...times(5, () => 'invalid_credentials'), 'rate_limited']);
    const asked = [queries.mock.calls.length, lookUps.mock.calls.length];
    const elsewhere = [
      [email, somewhere()],
      [someone(), client],
      [email, client],
    ] as const;
    expect(await failures(attempt, elsewhere)).toEqual(times(3, () => 'rate_limited'));
    expect([queries.mock.calls.length, lookUps.mock.calls.length]).toEqual(asked);
    clock.at += 60_001;
    // The database has the last word: its minute is not over.
    expect(await attempt(email, client)).toBe('rate_limited');
    expect(queries.mock.calls.length).toBeGreaterThan(asked[0] ?? 0);
  });

  it('is not blocked by attempts whose password could not be compared', async () => {
    const { login, attempt } = loginOf();
    const [email, client] = [someone(), somewhere()];
    const away = () => Promise.reject(new StoreUnavailable('64 passwords wait already'));
    for (let n = 0; n < 6; n += 1) await expect(login.counted(email, client, away)).rejects.toThrow(StoreUnavailable);
    expect(await attempt(email, client)).toBe('invalid_credentials');
  });

  it('compares a password for each attempt, whether the e-mail address is known or not', async () => {
    const { accounts, attempt } = loginOf();
    const email = someone();
    const password_hash = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObG';
    const created_at = '2026-01-01T00:00:00.000Z';
    await accounts.add({ id: randomUUID(), email, name: null, created_at, password_hash }, 'ws_none', 'owner');
    await prepareDecoy();
    const jobs = jest.spyOn(Worker.prototype, 'postMessage');
    const codes = await failures(attempt, [
      [email, somewhere()],
      [someone(), somewhere()],
    ]);
    expect(codes).toEqual(['invalid_credentials', 'invalid_credentials']);
    const costs = jobs.mock.calls.map(([job]) => /^.*\$/.exec((job as { stored: string }).stored)?.[0].split('$')[3]);
    expect(costs).toEqual(['m=19456,t=2,p=1', 'm=19456,t=2,p=1']);
  });
});

describe('behind a proxy that is not trusted', () => {
  const behind = (proxy: string, client: string = randomUUID()): Client => ({
    network: `${client} by ${proxy}`,
    proxy,
  });

  it('blocks nobody by attempts of a clock that has been set back by an hour since', async () => {
    const [email, client] = [someone(), somewhere()];
    const tried = times(6, () => [email, client] as const);
    expect((await failures(loginOf().attempt, tried)).at(-1)).toBe('rate_limited');
    await postgres.freeze(new Date('2026-03-01T11:00:00.000Z'));
    try {
      expect(await loginOf().attempt(email, client)).toBe('invalid_credentials');
    } finally {
      await postgres.freeze(new Date('2026-03-01T12:00:00.000Z'));
    }
  });

  it('five wrong passwords of one client lock nobody else out', async () => {
    const { attempt } = loginOf();
    const proxy = randomUUID();
    const client = behind(proxy);
    const codes = await failures(
      attempt,
      times(6, () => [someone(), client] as const),
    );
    expect(codes.at(-1)).toBe('rate_limited');
    expect(await attempt(someone(), behind(proxy))).toBe('invalid_credentials');
  });

  it('a new address for each attempt brings no more than a hundred failures a minute', async () => {
    const throttle = new AttemptThrottle(postgres.store.attempts);
    const proxy = randomUUID();
    for (let n = 0; n < 100; n += 1) {
      const begun = await throttle.begin([
        { name: randomUUID(), most: 5 },
        { name: `proxy ${proxy}`, most: 100 },
      ]);
      await begun.settle(false);
    }
    expect(await loginOf().attempt(someone(), behind(proxy))).toBe('rate_limited');
  });
});
