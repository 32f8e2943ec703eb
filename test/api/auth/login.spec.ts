import { randomBytes } from 'node:crypto';
import { type Answer, api, type Client, register, type Registered } from '../../support/waymark';
import { countOf, untilJudged, impatient } from '../../support/judged';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';

/** Failures are counted by e-mail and by address: every test here uses an address of its own. */
const fromNewAddress = (
  address = [10, ...randomBytes(3)].join('.'),
  product = productUnderTest(),
): Record<'login' | 'register', (email: string, password: string) => ReturnType<Client['post']>> & {
  client: Client;
} => {
  const client = api(product);
  const ask = (what: string) => (email: string, password: string) =>
    client.post<Registered>(`/v1/auth/${what}`, { email, password }, { 'x-forwarded-for': address });
  return {
    client,
    login: ask('login'),
    register: ask('register'),
  };
};

/**
 * Five of many concurrent attempts are verified, and the others get a 429. One that a slow machine sheds (503) may have
 * been among the five: it says nothing about a password, and does not count beyond the five.
 */
const expectFiveLookedAt = (answers: readonly Answer[]): void => {
  expect(countOf(answers, 401, 429, 503)).toBe(answers.length);
  expect(countOf(answers, 401)).toBeGreaterThan(0);
  expect(countOf(answers, 401)).toBeLessThanOrEqual(5);
  expect(countOf(answers, 401, 503)).toBeGreaterThanOrEqual(5);
};

describe('POST /v1/auth/login', () => {
  it('takes no body that is larger than any credentials', async () => {
    const { client } = fromNewAddress();
    const fields = Object.fromEntries(Array.from({ length: 9_000 }, (_, nth) => [`f${nth}`, 0]));
    expectProblem(await client.post('/v1/auth/login', fields), 413, 'payload_too_large');
  });

  it('returns tokens for an e-mail address, in any case, and its password', async () => {
    const { email, password, user, workspace } = await register(productUnderTest());
    const { status, body, headers } = await fromNewAddress().login(email.toUpperCase(), password);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.any(String),
      user,
      workspace,
    });
  });

  it('answers a wrong password and an unknown user alike', async () => {
    const { email, password } = await register(productUnderTest());
    const { login } = fromNewAddress();
    const [wrong, unknown] = [
      await login(email, `${password}x`),
      await login(`${randomBytes(8).toString('hex')}@example.com`, password),
    ];
    const visible = (answer: typeof wrong) => ({
      ...expectProblem(answer, 401, 'invalid_credentials'),
      request_id: '',
      instance: '',
    });
    expect(visible(wrong)).toEqual(visible(unknown));
  });

  it('allows 5 failures a minute per e-mail from all addresses, then refuses even the right password', async () => {
    const { email, password } = await register(productUnderTest());
    for (let n = 0; n < 5; n += 1)
      expectProblem(await fromNewAddress().login(email, 'wrong password'), 401, 'invalid_credentials');
    const refused = await fromNewAddress().login(email, password);
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('allows 5 failures a minute per address, whatever the e-mail, also at once', async () => {
    const { login } = fromNewAddress(undefined, impatient(productUnderTest()));
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => login(`${randomBytes(8).toString('hex')}@example.com`, 'wrong password')),
    );
    expectFiveLookedAt(answers);
  });

  it('verifies 5 of 50 concurrent passwords for an e-mail, from 50 addresses and in any case', async () => {
    const { email } = await register(productUnderTest());
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        fromNewAddress(undefined, impatient(productUnderTest())).login(
          n % 2 ? email : email.toUpperCase(),
          'wrong password',
        ),
      ),
    );
    expectFiveLookedAt(answers);
  });

  it("counts a whole IPv6 /64, one subscriber's network, as one address", async () => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
    const statuses: number[] = [];
    for (let n = 1; n <= 6; n += 1)
      statuses.push(
        (
          await fromNewAddress(`${network}::${n}`).login(
            `${randomBytes(8).toString('hex')}@example.com`,
            'wrong password',
          )
        ).status,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(
      (
        await fromNewAddress(`2001:db9::${randomBytes(2).toString('hex')}`).login(
          `${randomBytes(8).toString('hex')}@example.com`,
          'wrong password',
        )
      ).status,
    ).toBe(401);
  });

  it("normalises a password's Unicode, and uses all of its up to 1,024 characters", async () => {
    const [composed, long] = ['caf\u00e9 au lait', 'x'.repeat(1_023)];
    const register_ = async (password: string) => {
      const email = `${randomBytes(8).toString('hex')}@example.com`;
      expect((await fromNewAddress().register(email, password)).status).toBe(201);
      return email;
    };
    expect((await fromNewAddress().login(await register_(composed), composed.normalize('NFD'))).status).toBe(200);
    const email = await register_(`${long}a`);
    expect([
      (await fromNewAddress().login(email, `${long}b`)).status,
      (await fromNewAddress().login(email, `${long}a`)).status,
    ]).toEqual([401, 200]);
  });

  it('lets twice as many users log in at once from one address as may fail there', async () => {
    const { email, password } = await register(productUnderTest());
    const { login } = fromNewAddress();
    const answers = await Promise.all(Array.from({ length: 10 }, () => untilJudged(() => login(email, password))));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  });

  it('does not count successful log-ins', async () => {
    const { email, password } = await register(productUnderTest());
    const { login } = fromNewAddress();
    for (let n = 0; n < 8; n += 1) expect((await login(email, password)).status).toBe(200);
  });

  it('reports what is wrong with the body', async () => {
    const { client } = fromNewAddress();
    expect(locationsOf(await client.post('/v1/auth/login', { email: 'x', user: 1 }))).toEqual([
      'body.email',
      'body.password',
      'body.user',
    ]);
    for (const email of ['ad\u00e1@example.com', 'mar\u212a@example.com', 'ada@ex\u00e4mple.com']) {
      expect(locationsOf(await client.post('/v1/auth/login', { email, password: 'some password' }))).toEqual([
        'body.email',
      ]);
    }
  });
});
