import { randomBytes } from 'node:crypto';
import { api, register, type Registered } from '../../support/waymark';
import { countOf, impatient } from '../../support/judged';
import { login } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import type { ApiKey } from '../support/records';
import { newWorkspace } from '../support/workspace';

describe('a session', () => {
  const product = productUnderTest();
  const me = (accessToken: string) => api(product, accessToken).get('/v1/auth/me');
  const refresh = (refresh_token: string) => api(product).post<Registered>('/v1/auth/refresh', { refresh_token });

  it('continues by a refresh token, which is used up by that', async () => {
    const first = await register(product);
    const second = await refresh(first.refresh_token);
    expect([second.status, second.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(second.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 600,
      user: first.user,
      workspace: first.workspace,
    });
    expect((await me(second.body.access_token)).status).toBe(200);
    expect((await refresh(second.body.refresh_token)).status).toBe(200);
  });

  it('gets the same next token by several concurrent uses, and works with it', async () => {
    const { refresh_token } = await register(product);
    const once = () => api(impatient(product)).post<Registered>('/v1/auth/refresh', { refresh_token });
    const answers = await Promise.all(Array.from({ length: 6 }, once));
    // A slow machine may shed some of them.
    expect(countOf(answers, 200, 503)).toBe(answers.length);
    const next = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.refresh_token));
    expect(next.size).toBe(countOf(answers, 200) > 0 ? 1 : 0);
    for (const token of next) expect((await refresh(token)).status).toBe(200);
  });

  it("that ends does not affect the user's other sessions", async () => {
    const first = await register(product);
    const other = await api(product).post<Registered>(
      '/v1/auth/login',
      { email: first.email, password: first.password },
      { 'x-forwarded-for': '198.51.100.20' },
    );
    await api(product, first.access_token).post('/v1/auth/logout');
    expectProblem(await refresh(first.refresh_token), 401, 'invalid_token');
    expect((await me(other.body.access_token)).status).toBe(200);
    expect((await refresh(other.body.refresh_token)).status).toBe(200);
  });

  it('is over after logout, for its access token and its refresh token', async () => {
    const { access_token, refresh_token } = await register(product);
    const { status, text } = await api(product, access_token).post('/v1/auth/logout');
    expect([status, text]).toEqual([204, '']);
    expectProblem(await me(access_token), 401, 'invalid_token');
    expectProblem(await api(product, access_token).get('/v1/links'), 401, 'invalid_token');
    expectProblem(await refresh(refresh_token), 401, 'invalid_token');
  });

  it('is not created by a forged refresh token', async () => {
    for (const token of ['x', `rt_${'a'.repeat(43)}`, "rt_' OR 1=1--"])
      expectProblem(await refresh(token), 401, 'invalid_token');
    expect(locationsOf(await api(product).post('/v1/auth/refresh', { token: 1 }))).toEqual(['body.token']);
    expect(locationsOf(await api(product).post('/v1/auth/refresh', {}))).toEqual(['body.refresh_token']);
  });

  it.each([
    ['refresh', { refresh_token: `rt_${'a'.repeat(43)}` }, 401],
    ['accept', { token: `invite_${'a'.repeat(43)}`, password: 'correct horse battery' }, 400],
  ])('is not guessed: after 60 unknown tokens of one address, auth/%s is a 429 there', async (what, body, status) => {
    const from = (address: string) => api(product).post(`/v1/auth/${what}`, body, { 'x-forwarded-for': address });
    const one = [10, ...randomBytes(3)].join('.');
    for (let n = 0; n < 60; n += 1) expect((await from(one)).status).toBe(status);
    const refused = await from(one);
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await from([10, ...randomBytes(3)].join('.'))).status).toBe(status);
  });

  it('is opened 30 times a minute for a user, by log-ins and switches', async () => {
    const { access_token, email, password, workspace } = await register(product);
    const open = () => api(product, access_token).post('/v1/auth/switch', { workspace_id: workspace.id });
    for (let n = 0; n < 30; n += 1) expect((await open()).status).toBe(200);
    for (const refused of [await open(), await login(email, password)]) {
      expectProblem(refused, 429, 'rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    const other = await register(product);
    expect((await login(other.email, other.password)).status).toBe(200);
  });

  it('is not needed by a key: logout does nothing to it, and me returns the key and its workspace', async () => {
    const workspace = await newWorkspace();
    expect((await workspace.post('/v1/auth/logout')).status).toBe(204);
    expect((await workspace.get('/v1/links')).status).toBe(200);
    const { status, body } = await workspace.get<Record<string, unknown>>('/v1/auth/me');
    const { body: current } = await workspace.get<ApiKey>('/v1/api-keys/current');
    const { request_count: _, last_used_at: __, ...key } = current;
    const api_key = expect.objectContaining(key) as unknown;
    const { workspace: home } = workspace.owner;
    expect([status, body]).toEqual([200, { user: null, api_key, workspace: home, role: null, workspaces: [] }]);
  });
});
