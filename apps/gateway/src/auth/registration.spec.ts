import { randomBytes, randomUUID } from 'node:crypto';
import { AttemptThrottle, beginAttemptMigration, loginThrottleMigration } from '@platform/passwords';
import { insert, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import type { QueryResult, QueryRunner } from 'typeorm';
import { Pepper } from '../api-keys/api-key.commands';
import type { Caller } from '../caller';
import type { Commands } from '../commands';
import { Accounts } from './accounts';
import { Login } from './login';
import type * as passwords from './passwords';
import { DailyMails } from './mails-to';
import { Registration, SignupPolicy } from './registration';
import { SessionStore } from './sessions';
import { SignupMail } from './signup-mail';
import { SignupTokens } from './signup-tokens';

const mockWork: string[] = [];
jest.mock('./passwords', () => {
  const { hashPassword, verifyPassword } = jest.requireActual<typeof passwords>('./passwords');
  return {
    hashPassword: (password: string) => (mockWork.push('one hash'), hashPassword(password)),
    verifyPassword: (stored: string, password: string) => (mockWork.push('one hash'), verifyPassword(stored, password)),
  };
});

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAY = 86_400_000;
const PASSWORD = 'correct horse battery';

let test: TestReadStore;
let registration: Registration;
const mails: string[] = [];

/** Instead of a command: what comes before it has refused nothing. */
const allowed = () => Promise.reject(Object.assign(new Error('not sent'), { code: 'allowed' }));

/** @param limit of all sign-ups in a minute */
const registrationFor = (limit: number): Registration => {
  const { dataSource, attempts } = test.store;
  const [accounts, throttle] = [new Accounts(dataSource), new AttemptThrottle(attempts)];
  const mailer = { send: async ({ text }: { text: string }) => void mails.push(text) };
  return new Registration(
    accounts,
    { send: allowed, sendAndApply: allowed } as unknown as Commands,
    new SignupPolicy(true, 'pro', limit),
    throttle,
    new Login(accounts, new SessionStore(dataSource, Buffer.from('secret')), throttle),
    new SignupTokens(new Pepper('p1', 'p'.repeat(32))),
    new SignupMail({ mailer, publicUrl: 'https://go.example.com', log: { warn: () => undefined } }),
    new DailyMails(),
  );
};

beforeAll(async () => {
  test = await withReadStore([loginThrottleMigration, beginAttemptMigration]);
  registration = registrationFor(1_000);
});
beforeEach(async () => {
  await test.freeze(NOW);
  mockWork.length = 0;
  mails.length = 0;
});
afterAll(() => test.close());

const client = () => ({ network: [10, ...randomBytes(3)].join('.') });
const request = (email: string) => registration.request({ email, password: PASSWORD }, client());
/** Every query of typeorm's, by whatever way it was asked. */
const spyOnQueries = () =>
  jest.spyOn(Object.getPrototypeOf(test.store.dataSource.createQueryRunner()) as QueryRunner, 'query');
/** The names of the fields in each row that was read. */
const fieldsOf = async ({ mock }: ReturnType<typeof spyOnQueries>) =>
  (await Promise.all(mock.results.map(({ value }) => value as Promise<QueryResult | object[]>))).flatMap((result) =>
    (Array.isArray(result) ? result : (result.records as object[])).map((row) => Object.keys(row)),
  );
const codeOf = (work: Promise<unknown>) => work.then(() => 'made').catch(({ code }: { code: string }) => code);

describe('a sign-up by mail', () => {
  it('sends one address ten mails in a day at most', async () => {
    const statuses: string[] = [];
    for (let minute = 0; minute < 12; minute += 1) {
      await test.freeze(new Date(NOW.getTime() + minute * 61_000));
      statuses.push(await codeOf(request(minute % 2 ? 'often@example.com' : 'Often@example.com')));
    }
    expect(statuses).toEqual([...Array<string>(10).fill('made'), 'rate_limited', 'rate_limited']);
    expect(mails).toHaveLength(10);
    expect(await codeOf(request('another@example.com'))).toBe('made');
  });

  it('hashes one password, reads the same fields and sends one mail, with an account or without', async () => {
    const email = `${randomUUID()}@example.com`;
    await insert(test.owner, 'users', { id: `usr_${randomUUID()}`, email, password_hash: 'h', created_at: NOW });
    const queries = spyOnQueries();
    const fieldsRead: unknown[] = [];
    for (const address of [email, `${randomUUID()}@example.com`]) {
      mockWork.length = mails.length = 0;
      queries.mockClear();
      const { expires_at } = await request(address);
      expect(expires_at).toBe(new Date(NOW.getTime() + DAY).toISOString());
      expect([mockWork, mails.length]).toEqual([['one hash'], 1]);
      fieldsRead.push(await fieldsOf(queries));
    }
    expect(fieldsRead[0]).toEqual([['known'], ['now']]);
    expect(fieldsRead[1]).toEqual(fieldsRead[0]);
    queries.mockRestore();
  });

  it("is confirmed until 24 hours are over by the database's clock, and not at that instant", async () => {
    await request(`${randomUUID()}@example.com`);
    const token = /signup_[\w-]+/.exec(mails[0] ?? '')?.[0] ?? '';
    const confirm = () => registration.confirm({ token, password: 'another password' }, 'req_1', client());
    await test.freeze(new Date(NOW.getTime() + DAY - 1));
    expect(await codeOf(confirm())).toBe('invalid_credentials');
    await test.freeze(new Date(NOW.getTime() + DAY));
    expect(await codeOf(confirm())).toBe('invalid_request');
    expect(mockWork).toEqual(['one hash', 'one hash']);
  });
});

it('all sign-ups together have a limit, from any networks, and are refused before a password is hashed', async () => {
  // Away from the sign-ups of the other tests.
  await test.freeze(new Date(NOW.getTime() + 2 * DAY));
  const limited = registrationFor(3);
  const signUp = () => limited.request({ email: `${randomUUID()}@example.com`, password: PASSWORD }, client());
  for (let n = 0; n < 3; n += 1) await signUp();
  expect(await codeOf(signUp())).toBe('rate_limited');
  expect(mockWork).toHaveLength(3);
});

describe('one more workspace of a user', () => {
  it.each([
    ['is made beside 99 others and 900 that are deleted', 99, 900, 'allowed'],
    ['is not made beside 100 others', 100, 0, 'limit_reached'],
    ['is not made beside 999 that are deleted and one other', 1, 999, 'limit_reached'],
  ])('%s', async (_, live, deleted, outcome) => {
    const [userId, name] = [`usr_${randomUUID()}`, randomUUID()];
    await insert(test.owner, 'users', {
      id: userId,
      email: `${name}@example.com`,
      password_hash: 'h',
      created_at: NOW,
    });
    const text = `with made as (
        insert into workspaces (id, name, plan, created_at, updated_at, revision, deleted_at)
        select 'ws_' || $1 || n, 'x', 'pro', $2, $2, 0, case when n > $3::int then $2::timestamptz end
        from generate_series(1, $3::int + $4::int) as n returning id)
      insert into memberships (workspace_id, user_id, role, created_at) select id, $5, 'owner', $2 from made`;
    await test.owner.query(text, [name, NOW, live, deleted, userId]);
    const asked = { commandId: randomUUID(), subject: { workspaceId: 'ws_1', actor: { type: 'user', id: userId } } };
    expect(await codeOf(registration.addWorkspace('One more', asked as unknown as Caller))).toBe(outcome);
  });
});
