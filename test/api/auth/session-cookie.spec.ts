import { randomBytes } from 'node:crypto';
import { type Answer, api, PASSWORD, register, type Registered, send } from '../../support/waymark';
import { invite, someone } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import { newWorkspace } from '../support/workspace';

type Cookied = Omit<Registered, 'refresh_token'> & { readonly refresh_token: null };

const REFRESH = '/v1/auth/refresh';

describe('the cookie of a session', () => {
  const product = productUnderTest();
  const origin = product.url;

  /** The one cookie that an answer sets: its name and value, and its attributes. */
  const cookieOf = ({ headers }: Answer): { readonly pair: string; readonly attributes: readonly string[] } => {
    const [set = ''] = headers['set-cookie'] ?? [];
    const [pair = '', ...attributes] = set.split('; ');
    return { pair, attributes };
  };
  /** A public operation that opens a session, from a network of its own. */
  const opened = (path: string, body: object, headers: object = {}) =>
    api(product).post<Cookied>(
      `/v1/auth/${path}`,
      { password: PASSWORD, transport: 'cookie', ...body },
      { 'x-forwarded-for': [10, ...randomBytes(3)].join('.'), ...headers },
    );
  const signUp = () => opened('register', { email: someone() });
  const refresh = (cookie: string, headers: object = { origin }) =>
    send<Cookied>(product, 'POST', REFRESH, { body: {}, headers: { cookie, ...headers } });
  const me = (accessToken: string) => api(product, accessToken).get('/v1/auth/me');

  it('holds the refresh token where no script and no other site gets it, and the answer holds none', async () => {
    const answer = await signUp();
    const { pair, attributes } = cookieOf(answer);
    expect(pair).toMatch(/^waymark_refresh=rt_[\w-]{43}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/v1/auth', 'SameSite=Strict']);
    expect(answer.body.refresh_token).toBeNull();
    expect(answer.text).not.toContain('rt_');
    expect((await me(answer.body.access_token)).status).toBe(200);
  });

  it('continues the session at our own origin, and is replaced by that', async () => {
    const first = cookieOf(await signUp()).pair;
    const second = await refresh(`theme=dark; ${first}; other=x`);
    expect([second.status, second.body.refresh_token]).toEqual([200, null]);
    expect(cookieOf(second).pair).not.toBe(first);
    const third = await refresh(cookieOf(second).pair);
    expect((await me(third.body.access_token)).status).toBe(200);
  });

  it('needs no body beside it', async () => {
    const { pair } = cookieOf(await signUp());
    const { status, body } = await send<Cookied>(product, 'POST', REFRESH, { headers: { cookie: pair, origin } });
    expect([status, body.refresh_token]).toEqual([200, null]);
    expect(locationsOf(await send(product, 'POST', REFRESH))).toEqual(['body.refresh_token']);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['a page without an origin', { origin: 'null' }],
    ['no page', {}],
    ['our host by another scheme', { origin: productUnderTest().url.replace('http:', 'https:') }],
  ])('is not taken from %s, and stays good', async (_, headers) => {
    const { pair } = cookieOf(await signUp());
    const refused = await refresh(pair, headers);
    expectProblem(refused, 403, 'foreign_origin');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await refresh(pair)).status).toBe(200);
  });

  it('is taken from the host that was asked, as a trusted proxy tells it, and over https alone with its prefix', async () => {
    const forwarded = { 'x-forwarded-host': 'app.example.org', 'x-forwarded-proto': 'https' };
    const { email } = await register(product);
    const { pair, attributes } = cookieOf(await opened('login', { email }, forwarded));
    expect(pair).toMatch(/^__Secure-waymark_refresh=rt_/);
    expect(attributes).toContain('Secure');
    const here = { ...forwarded, origin: 'https://app.example.org' };
    expectProblem(await refresh(pair, { ...forwarded, origin: 'http://app.example.org' }), 403, 'foreign_origin');
    expect((await refresh(pair.replace('__Secure-', ''), here)).status).toBe(400);
    expect((await refresh(pair, here)).status).toBe(200);
  });

  it('goes with a switch and with an accepted invitation', async () => {
    const workspace = await newWorkspace();
    const switched = await api(product, workspace.owner.access_token).post<Cookied>('/v1/auth/switch', {
      workspace_id: workspace.id,
      transport: 'cookie',
    });
    const { token } = await invite(workspace, 'viewer');
    const accepted = await opened('accept', { token });
    for (const answer of [switched, accepted]) {
      expect([answer.status, answer.body.refresh_token]).toEqual([200, null]);
      expect((await refresh(cookieOf(answer).pair)).status).toBe(200);
    }
  });

  it('is in the repeated answer, too', async () => {
    const { owner, id } = await newWorkspace();
    const ask = () =>
      api(product, owner.access_token).post(
        '/v1/auth/switch',
        { workspace_id: id, transport: 'cookie' },
        { 'idempotency-key': `switch-${id}` },
      );
    const [first, second] = [await ask(), await ask()];
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(cookieOf(second)).toEqual(cookieOf(first));
  });

  it('ends with the session', async () => {
    const first = await signUp();
    const { pair } = cookieOf(first);
    const ended = await api(product, first.body.access_token).post('/v1/auth/logout');
    expect(cookieOf(ended)).toEqual({
      pair: 'waymark_refresh=',
      attributes: ['Path=/v1/auth', 'Max-Age=0', 'HttpOnly', 'SameSite=Strict'],
    });
    expectProblem(await refresh(pair), 401, 'invalid_token');
  });

  it('opens nothing else', async () => {
    const { pair } = cookieOf(await signUp());
    const headers = { cookie: pair, origin };
    for (const path of ['/v1/auth/me', '/v1/links'])
      expectProblem(await send(product, 'GET', path, { headers }), 401, 'missing_credentials');
    expectProblem(await send(product, 'POST', '/v1/auth/logout', { headers }), 401, 'missing_credentials');
  });
});
