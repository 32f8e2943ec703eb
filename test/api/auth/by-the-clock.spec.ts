import { randomUUID } from 'node:crypto';
import { type ClockedProduct, startClockedProduct } from '../../support/clocked-product';
import { eventually } from '../../support/programs';
import { type Answer, api, register, type Registered, send } from '../../support/waymark';
import { endedWith, judged } from '../support/held-body';
import { expectProblem } from '../support/problems';
import { newWorkspace } from '../support/workspace';

/** The test moves the database's clock. */
describe('by the clock', () => {
  let product: ClockedProduct;
  beforeAll(async () => void (product = { ...(await startClockedProduct()), patient: true }));
  afterAll(() => product.stop());

  /** The clock is stopped from now on, however long a test takes. */
  const standStill = async (): Promise<number> => {
    const now = await product.now();
    await product.freeze(now);
    return now.getTime();
  };
  const refresh = (refresh_token: string) => api(product).post<Registered>('/v1/auth/refresh', { refresh_token });

  it('a refresh token that is used again 30 s later ends its session with all its tokens, and not before', async () => {
    const first = await register(product);
    const now = await standStill();
    const second = (await refresh(first.refresh_token)).body;
    await product.freeze(new Date(now + 29_999));
    expect((await refresh(first.refresh_token)).body.refresh_token).toBe(second.refresh_token);
    const third = (await refresh(second.refresh_token)).body;
    expectProblem(await refresh(first.refresh_token), 401, 'token_rotated');
    await product.freeze(new Date(now + 30_000));
    expectProblem(await refresh(first.refresh_token), 401, 'invalid_token');
    expectProblem(await refresh(third.refresh_token), 401, 'invalid_token');
    expectProblem(await api(product, third.access_token).get('/v1/auth/me'), 401, 'invalid_token');
  });

  const cookieOf = ({ headers }: Answer) => headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const refreshBy = (cookie: string) =>
    send<Registered>(product, 'POST', '/v1/auth/refresh', { body: {}, headers: { cookie, origin: product.url } });
  const signIn = async () => {
    const { email, password } = await register(product);
    return cookieOf(await api(product).post('/v1/auth/login', { email, password, transport: 'cookie' }));
  };

  it('so does a cookie', async () => {
    const first = await signIn();
    const now = await standStill();
    const second = cookieOf(await refreshBy(first));
    expect(cookieOf(await refreshBy(first))).toBe(second);
    await product.freeze(new Date(now + 30_000));
    expectProblem(await refreshBy(first), 401, 'invalid_token');
    expectProblem(await refreshBy(second), 401, 'invalid_token');
  });

  it('two tabs that refresh at once get the same next token, and go on with it', async () => {
    await standStill();
    // Once more where a busy machine has shed the request that spent the token.
    await eventually(async () => {
      const cookie = await signIn();
      const answers = await Promise.all([refreshBy(cookie), refreshBy(cookie)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [one, two] = answers;
      expect(cookieOf(two)).toBe(cookieOf(one));
      const next = await refreshBy(cookieOf(one));
      expect(next.status).toBe(200);
      for (const { access_token } of [one.body, two.body, next.body])
        expect((await api(product, access_token).get('/v1/auth/me')).status).toBe(200);
    });
  });

  it('a ticket is good for a minute, and no longer', async () => {
    const workspace = await newWorkspace(product);
    const now = await standStill();
    const { body } = await workspace.post<{ ticket: string; url: string; expires_at: string }>('/v1/auth/tickets', {
      path: '/v1/links/export?format=csv',
    });
    expect(Date.parse(body.expires_at)).toBe(now + 60_000);
    const { pathname, search } = new URL(body.url);
    const download = () => send(product, 'GET', pathname + search);
    await product.freeze(new Date(now + 59_999));
    expect((await download()).status).toBe(200);
    await product.freeze(new Date(now + 60_000));
    expectProblem(await download(), 401, 'token_expired');
  });

  it('a request whose body comes so late that another one has its Idempotency-Key does nothing', async () => {
    const workspace = await newWorkspace(product);
    const now = await standStill();
    const key = randomUUID();
    const held = await judged({ path: '/v1/links', token: workspace.token, address: product, key });
    await product.freeze(new Date(now + 11_000));
    const link = (path: string) => ({ destination_url: `https://example.com/${path}` });
    expect((await workspace.post('/v1/links', link('other'), { 'idempotency-key': key })).status).toBe(201);
    expect(await endedWith(held, JSON.stringify(link('late')))).toEqual([409, 'idempotency_in_progress']);
    expect(await workspace.countLinks()).toBe(1);
  });
});
