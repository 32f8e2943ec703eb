import { type SmtpServer, lastMail } from '../../support/smtp-server';
import { PASSWORD, type Product, api, send } from '../../support/waymark';
import { accept, login, someone } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import {
  type MailingProduct,
  newNetwork,
  registerByMail,
  signUp,
  signupToken,
  startMailingProduct,
} from '../support/signup-by-mail';

describe('POST /v1/auth/register, where SMTP_URL is set', () => {
  let server: SmtpServer;
  let product: Product;
  let answers: MailingProduct['answers'];
  let close: MailingProduct['close'];

  beforeAll(async () => {
    ({ server, product, answers, close } = await startMailingProduct('pro'));
  });
  afterAll(() => close());

  const ask = (email: string, fields: object = {}) => signUp(product, { email, ...fields });
  const confirm = (token: string, fields: object = {}) => accept({ token, password: PASSWORD, ...fields }, product);

  it('makes the account once the token of the mail and the password are sent, and logs in', async () => {
    const email = someone();
    const asked = await ask(email.toUpperCase(), { name: 'Ada', workspace_name: 'Engines' });
    expect([asked.status, asked.body]).toEqual([202, { email, expires_at: expect.stringMatching(/Z$/) }]);
    const mail = lastMail(server);
    for (const part of [`To: ${email}`, `${product.url}/v1/auth/accept`]) expect(mail).toContain(part);
    expect(mail).not.toContain(PASSWORD);
    expectProblem(await login(email, PASSWORD, product), 401, 'invalid_credentials');

    const { status, body } = await confirm(signupToken(server));
    expect([status, body.user, body.workspace]).toMatchObject([
      200,
      { email, name: 'Ada' },
      { name: 'Engines', plan: 'pro' },
    ]);
    const me = await api(product, body.access_token).get('/v1/auth/me');
    expect([me.status, me.body]).toMatchObject([200, { role: 'owner', workspace: body.workspace }]);
    expect((await login(email, PASSWORD, product)).status).toBe(200);
  });

  it('answers alike for an address with and without an account', async () => {
    const known = await registerByMail(product, server);
    const answerFor = async (email: string) => {
      const { status, text, headers } = await ask(email);
      const shape = text.replace(email, '<address>').replace(/"expires_at":"[^"]+"/, '<time>');
      const names = Object.keys(headers).filter((name) => !['date', 'x-request-id'].includes(name));
      return [status, shape, names.sort()];
    };
    expect(await answerFor(known.email)).toEqual(await answerFor(someone()));
    for (const bad of [{ password: 'short' }, { plan: 'pro' }])
      expect(locationsOf(await ask(known.email, bad))).toEqual(locationsOf(await ask(someone(), bad)));
  });

  it('mails an address with an account no token, but that it has one', async () => {
    const { email } = await registerByMail(product, server);
    const before = server.mails.length;
    await ask(email);
    expect([server.mails.length - before, signupToken(server)]).toEqual([1, '']);
    expect(lastMail(server)).toContain('has an account there already');
    expect((await login(email, PASSWORD, product)).status).toBe(200);
  });

  it('gives nobody an account whose password another has chosen', async () => {
    const email = someone();
    await ask(email, { password: 'chosen by another' });
    const token = signupToken(server);
    expectProblem(await confirm(token), 401, 'invalid_credentials');
    expect(locationsOf(await accept({ token }, product))).toEqual(['body.password']);
    // The owner of the mailbox signs up, and what the other one asked for is void.
    await ask(email);
    expect((await confirm(signupToken(server))).status).toBe(200);
    expect(locationsOf(await confirm(token, { password: 'chosen by another' }))).toEqual(['body.token']);
  });

  it('takes a token once, however often it is sent at the same time, and no other token', async () => {
    const email = someone();
    await ask(email);
    const token = signupToken(server);
    const confirmed = await Promise.all(Array.from({ length: 3 }, () => confirm(token)));
    const made = confirmed.filter(({ status }) => status === 200);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body }) => `${body.user.id} ${body.workspace.id}`)).size).toBe(1);
    expect(locationsOf(await confirm(token))).toEqual(['body.token']);
    const last = token.at(-9) === 'A' ? 'B' : 'A';
    for (const other of ['signup_', 'signup_x', token.slice(0, -9) + last + token.slice(-8)])
      expect(locationsOf(await confirm(other))).toEqual(['body.token']);
  });

  it('makes no second account by a token whose account was deleted', async () => {
    const email = someone();
    await ask(email);
    const token = signupToken(server);
    const { access_token, workspace } = (await confirm(token)).body;
    const remove = (path: string, body: object) =>
      send(product, 'DELETE', path, { body, headers: { ...newNetwork(), authorization: `Bearer ${access_token}` } });
    expect((await remove('/v1/workspace', { name: workspace.name })).status).toBe(204);
    expect((await remove('/v1/auth/me', { password: PASSWORD })).status).toBe(204);
    expect(locationsOf(await confirm(token))).toEqual(['body.token']);
  });

  it('mails one address three times a minute at most, whether it has an account or not', async () => {
    const { email } = await registerByMail(product, server);
    const statusesOf = async (address: string, times: number) => {
      const statuses = [];
      for (let n = 0; n < times; n += 1) statuses.push((await ask(address)).status);
      return statuses;
    };
    // The first of the known address made its account.
    expect(await statusesOf(email, 3)).toEqual([202, 202, 429]);
    expect(await statusesOf(someone(), 4)).toEqual([202, 202, 202, 429]);
  });

  it('is refused where the mail server refuses the address, and a 503 while it fails; no log has the address', async () => {
    expect(locationsOf(await ask('refuses@example.com'))).toEqual(['body.email']);
    expectProblem(await ask('busy@example.com'), 503, 'unavailable');
    answers.busy = '250 OK';
    expect((await ask('busy@example.com')).status).toBe(202);
    expect(product.output()).toContain('a sign-up could not be mailed');
    expect(product.output()).not.toMatch(/(busy|refuses)@example\.com/);
  });
});
