import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, api, type Product, type Registered, send, startWaymark } from '../../support/waymark';
import { accept, type Invitation, login } from '../support/members';

describe('a password, a refresh token, the token of an invitation or an access token', () => {
  let product: Product;
  let dataDir: string;
  /** What must not be found anywhere, by its kind. */
  const secrets: Record<string, string> = {};
  /** Every answer except those that issue a secret. */
  const answers: Answer[] = [];

  beforeAll(async () => {
    product = await startWaymark({
      patient: true,
      env: { SIGNUP: 'open', DEFAULT_PLAN: 'enterprise', LOG_LEVEL: 'trace', TRUST_PROXY: 'loopback' },
    });
    dataDir = product.dataDir;
  });
  afterAll(() => product.stop());

  /** A token is recognised by its distinct part: its signature, or what follows the prefix. */
  const keepTokens = (what: string, { access_token, refresh_token }: Registered): void => {
    const [, payload = '', signature = ''] = access_token.split('.');
    Object.assign(secrets, {
      [`${what}: payload`]: payload,
      [`${what}: signature`]: signature,
      [`${what}: refresh token`]: refresh_token.slice(3),
    });
  };
  const filesWith = (needle: string | Buffer): string[] =>
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(needle));
  const record = async (answer: Promise<Answer>): Promise<void> => void answers.push(await answer);

  it('is never on disk, in output at LOG_LEVEL=trace, or in any answer but the one that issues it', async () => {
    const [password, changed, wrong, email, invited] = ['first', 'second', 'wrong', 'x', 'invited'].map(
      (word) => `${word}-${randomBytes(12).toString('hex')}`,
    ) as [string, string, string, string, string];
    const idempotencyKey = randomBytes(12).toString('hex');
    Object.assign(secrets, { password, changed, wrong, 'Idempotency-Key': idempotencyKey });
    Object.assign(secrets, { "the first owner's": product.bootstrap.password });
    Object.assign(secrets, { 'the first key': product.bootstrap.api_key });

    const registered = await api(product).post<Registered>('/v1/auth/register', {
      email: `${email}@example.com`,
      password,
    });
    keepTokens('register', registered.body);
    const owner = api(product, registered.body.access_token);
    const first = await login(`${email}@example.com`, password, product);
    keepTokens('login', first.body);
    const { body: refreshed } = await api(product).post<Registered>('/v1/auth/refresh', {
      refresh_token: first.body.refresh_token,
    });
    keepTokens('refresh', refreshed);
    const { body: again } = await api(product).post<Registered>('/v1/auth/refresh', {
      refresh_token: refreshed.refresh_token,
    });
    keepTokens('second refresh', again);
    // A used one, whose successor is used, too.
    await record(api(product).post('/v1/auth/refresh', { refresh_token: first.body.refresh_token }));

    const invite = () =>
      owner.post<Invitation>(
        '/v1/workspace/invitations',
        { email: 'grace@example.com', role: 'member' },
        { 'idempotency-key': idempotencyKey },
      );
    const { token = '' } = (await invite()).body;
    // The repeat returns the same secret to a caller with the Idempotency-Key.
    expect((await invite()).body.token).toBe(token);
    Object.assign(secrets, { invitation: token.slice('invite_'.length), 'password of the invited': invited });
    keepTokens('acceptance', (await accept({ token, password: invited }, product)).body);
    await record(accept({ token, password: invited }, product));
    const { ticket } = (await owner.post<{ ticket: string }>('/v1/auth/tickets', { path: '/v1/links/export' })).body;
    Object.assign(secrets, { ticket: ticket.slice('ticket_'.length) });
    for (const path of ['/v1/links/export', '/v1/links', '/nowhere', `/v1/links/${ticket}`])
      await record(api(product).get(`${path}?ticket=${ticket}`));
    const held = await api(product).post('/v1/auth/login', {
      ...{ email: `${email}@example.com`, password, transport: 'cookie' },
    });
    const cookie = held.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    Object.assign(secrets, { cookie: cookie.slice('waymark_refresh=rt_'.length) });
    for (const origin of ['https://evil.example', 'null'])
      await record(api(product).post('/v1/auth/refresh', {}, { cookie, origin }));
    const goHome = () =>
      owner.post<Registered>(
        '/v1/auth/switch',
        { workspace_id: registered.body.workspace.id },
        { 'idempotency-key': idempotencyKey },
      );
    keepTokens('switch', (await goHome()).body);
    keepTokens('repeated switch', (await goHome()).body);

    await misuse(registered.body, password, wrong, `${email}@example.com`);
    await record(
      owner.post(
        '/v1/auth/password',
        { current_password: wrong, new_password: changed },
        { 'idempotency-key': idempotencyKey },
      ),
    );
    const change = { current_password: password, new_password: changed };
    await record(owner.post('/v1/auth/password', change, { 'idempotency-key': idempotencyKey }));
    expect(answers.at(-1)?.status).toBe(204);
    await record(owner.get('/v1/auth/me'));
    await record(owner.post('/v1/auth/logout'));

    // A clean shutdown writes every page of the database to its files.
    const bootstrap = join(dataDir, 'bootstrap.json');
    rmSync(bootstrap);
    expect((await product.kill('SIGTERM')).code).toBe(0);
    expect(Object.values(secrets).filter((secret) => secret.length < 15)).toEqual([]);
    expect(
      Object.entries(secrets).flatMap(([what, secret]) =>
        answers
          .filter(({ text, headers }) => `${text}${JSON.stringify(headers)}`.includes(secret))
          .map(({ text }) => [what, text]),
      ),
    ).toEqual([]);
    expect(
      Object.entries(secrets)
        .filter(([, secret]) => product.output().includes(secret))
        .map(([what]) => what),
    ).toEqual([]);
    expect(Object.entries(secrets).flatMap(([what, secret]) => filesWith(secret).map((file) => [what, file]))).toEqual(
      [],
    );
    // With a hash that anybody can compute, an attacker could try passwords.
    const request = `POST /v1/auth/password\n${JSON.stringify(change)}`;
    expect(filesWith(createHash('sha256').update(request).digest())).toEqual([]);
    // Answers are stored sealed.
    expect(filesWith('"email":"grace@example.com"')).toEqual([]);
    // The search does find what exists: users, and the access log.
    expect(filesWith(`${email}@example.com`).length).toBeGreaterThan(0);
    expect(filesWith('grace@example.com').length).toBeGreaterThan(0);
    expect(product.output()).toContain('/v1/auth/login');
  });

  const misuse = async (
    { access_token, refresh_token }: Registered,
    password: string,
    wrong: string,
    email: string,
  ): Promise<void> => {
    const owner = api(product, access_token);
    const ask = (method: string, path: string, options = {}) => record(send(product, method, path, options));
    await record(login(email, wrong, product));
    await record(login('nobody@example.com', wrong, product));
    await record(api(product).post('/v1/auth/login', { email, password, refresh_token, otp: wrong }));
    await record(api(product).post('/v1/auth/login', { email: password, password }));
    await record(api(product).post('/v1/auth/login', { email, password: [password] }));
    await record(api(product).post('/v1/auth/register', { email, password }));
    await record(api(product).post('/v1/auth/register', { email, password, plan: wrong }));
    await ask('POST', '/v1/auth/login', {
      body: `{"email":"${email}","password":"${password}`,
      headers: { 'content-type': 'application/json' },
    });
    await ask('POST', '/v1/auth/login', {
      body: `password=${password}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    await ask('GET', '/v1/links', { headers: { 'x-api-key': access_token } });
    await ask('GET', '/v1/links', {
      headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
    });
    await ask('GET', '/v1/links', { headers: { authorization: `Bearer ${refresh_token}` } });
    await ask('GET', '/v1/links', { headers: { authorization: `Bearer ${access_token}x` } });
    await ask('GET', `/v1/links?api_key=${access_token}`);
    await ask('GET', `/v1/links?access_token=${access_token}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    await ask('POST', `/v1/auth/refresh?refresh_token=${refresh_token}`);
    await record(owner.get(`/v1/links/${access_token}`));
    await record(owner.get(`/v1/workspace/invitations/${refresh_token}`));
    await record(owner.post('/v1/auth/switch', { workspace_id: refresh_token }));
    await record(
      owner.post(
        '/v1/auth/switch',
        { workspace_id: refresh_token, token: access_token },
        { 'idempotency-key': 'with-a-token' },
      ),
    );
    await record(api(product).post('/v1/auth/refresh', { refresh_token: access_token }));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  };
});
