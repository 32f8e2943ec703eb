import { randomBytes } from 'node:crypto';
import { api, type Client, register, type Registered } from '../../support/waymark';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';

/** Failures are counted by e-mail and by address: every test here comes from an address of its own. */
const fromNewAddress = (): { client: Client; login: (email: string, password: string) => ReturnType<Client['post']> } => {
  const address = [10, ...randomBytes(3)].join('.');
  const client = api(productUnderTest());
  return { client, login: (email, password) => client.post<Registered>('/v1/auth/login', { email, password }, { 'x-forwarded-for': address }) };
};

describe('POST /v1/auth/login', () => {
  it('gives tokens for an e-mail address, in any case, and its password', async () => {
    const { email, password, user, workspace } = await register(productUnderTest());
    const { status, body, headers } = await fromNewAddress().login(email.toUpperCase(), password);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 600, refresh_token: expect.any(String), user, workspace });
  });

  it('answers alike to a wrong password and to an unknown user', async () => {
    const { email, password } = await register(productUnderTest());
    const { login } = fromNewAddress();
    const [wrong, unknown] = [await login(email, `${password}x`), await login(`${randomBytes(8).toString('hex')}@example.com`, password)];
    const told = (answer: typeof wrong) => ({ ...expectProblem(answer, 401, 'invalid_credentials'), request_id: '', instance: '' });
    expect(told(wrong)).toEqual(told(unknown));
  });

  it('takes 5 failures a minute for an e-mail, whoever tries from wherever, and then not even the right password', async () => {
    const { email, password } = await register(productUnderTest());
    for (let n = 0; n < 5; n += 1) expectProblem(await fromNewAddress().login(email, 'wrong password'), 401, 'invalid_credentials');
    const refused = await fromNewAddress().login(email, password);
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('takes 5 failures a minute from an address, for whomever, also when they come at once', async () => {
    const { login } = fromNewAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(`${randomBytes(8).toString('hex')}@example.com`, 'wrong password')));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(5).fill(401), ...Array<number>(7).fill(429)]);
  });

  it('does not count what was right', async () => {
    const { email, password } = await register(productUnderTest());
    const { login } = fromNewAddress();
    for (let n = 0; n < 8; n += 1) expect((await login(email, password)).status).toBe(200);
  });

  it('tells what is wrong with the body', async () => {
    const { client } = fromNewAddress();
    expect(locationsOf(await client.post('/v1/auth/login', { email: 'x', user: 1 }))).toEqual(['body.email', 'body.password', 'body.user']);
  });
});
