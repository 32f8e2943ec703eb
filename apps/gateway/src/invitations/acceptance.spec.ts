import { randomBytes, randomUUID } from 'node:crypto';
import { hashToken } from '@platform/http';
import { AttemptThrottle, beginAttemptMigration, loginThrottleMigration } from '@platform/passwords';
import { insert, type TestReadStore, withReadStore } from '../../../../test/support/read-store';
import { Pepper } from '../api-keys/api-key.commands';
import { Accounts } from '../auth/accounts';
import { Login } from '../auth/login';
import * as passwords from '../auth/passwords';
import { SessionStore } from '../auth/sessions';
import { Acceptance } from './acceptance';

const mockWork: string[] = [];
jest.mock('../auth/passwords', () => {
  const { hashPassword, verifyPassword } = jest.requireActual<typeof passwords>('../auth/passwords');
  return {
    hashPassword: (password: string) => (mockWork.push('one hash'), hashPassword(password)),
    verifyPassword: (stored: string, password: string) => (mockWork.push('one hash'), verifyPassword(stored, password)),
  };
});

const NOW = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const DAY = 86_400_000;
const PASSWORD = 'correct horse battery';
const PEPPER = new Pepper('p1', 'p'.repeat(32));

let test: TestReadStore;
let acceptance: Acceptance;

beforeAll(async () => {
  test = await withReadStore([loginThrottleMigration, beginAttemptMigration]);
  const { store } = test;
  const [accounts, sessions] = [
    new Accounts(store.dataSource),
    new SessionStore(store.dataSource, Buffer.from('secret')),
  ];
  const login = new Login(accounts, sessions, new AttemptThrottle(store.attempts));
  acceptance = new Acceptance(store, accounts, sessions, login, PEPPER);
});
beforeEach(async () => {
  await test.freeze(NOW);
  mockWork.length = 0;
});
afterAll(() => test.close());

const user = async (): Promise<{ id: string; email: string }> => {
  const id = `usr_${randomUUID()}`;
  const email = `${id}@example.com`;
  const password_hash = await passwords.hashPassword(PASSWORD);
  await insert(test.owner, 'users', { id, email, password_hash, created_at: NOW });
  return { id, email };
};

const invite = async (email: string): Promise<string> => {
  const token = `invite_${randomBytes(32).toString('base64url')}`;
  const [workspace_id, inviter] = [await test.workspace('pro'), await user()];
  await insert(test.owner, 'memberships', { workspace_id, user_id: inviter.id, role: 'owner', created_at: NOW });
  await insert(test.owner, 'invitations', {
    id: `inv_${randomUUID()}`,
    workspace_id,
    email,
    role: 'member',
    token_hash: hashToken(token, PEPPER.value),
    invited_by: inviter.id,
    created_at: NOW,
    expires_at: after(7 * DAY),
  });
  mockWork.length = 0;
  return token;
};

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  );
const addressOf = () => [10, ...randomBytes(3)].join('.');
const byPassword = (token: string, password = PASSWORD) =>
  acceptance.byPassword({ token, password }, { network: addressOf() });

describe('accepting by a password', () => {
  it('hashes one password, with an account or without, and with a right or a wrong password', async () => {
    const [unknown, right, wrong] = [
      await invite('nobody@example.com'),
      await invite((await user()).email),
      await invite((await user()).email),
    ];
    const asked = [
      codeOf(byPassword(unknown)),
      codeOf(byPassword(right)),
      codeOf(byPassword(wrong, 'another password')),
    ];
    expect(await Promise.all(asked)).toEqual(['accepted', 'accepted', 'invalid_credentials']);
    expect(mockWork).toEqual(['one hash', 'one hash', 'one hash']);
  });

  it('hashes nothing for a token that is not valid', async () => {
    expect(await codeOf(byPassword('invite_x'))).toBe('invalid_request');
    expect(mockWork).toEqual([]);
  });

  it("is possible until 7 days are over by the database's clock, and not at that instant", async () => {
    const [early, late] = [await invite('early@example.com'), await invite('late@example.com')];
    await test.freeze(after(7 * DAY - 1));
    expect(await codeOf(byPassword(early))).toBe('accepted');
    await test.freeze(after(7 * DAY));
    expect(await codeOf(byPassword(late))).toBe('invalid_request');
  });

  it('leaves neither the token nor the address in the table', async () => {
    const token = await invite('gone@example.com');
    await byPassword(token);
    const { rowCount } = await test.owner.query('select from invitations where email = $1', ['gone@example.com']);
    expect(rowCount).toBe(0);
  });
});
