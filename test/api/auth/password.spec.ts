import { randomBytes } from 'node:crypto';
import { api, PASSWORD, register, type Registered } from '../../support/waymark';
import { addMember, login } from '../support/members';
import { countOf, impatient } from '../../support/judged';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';
import { newWorkspace } from '../support/workspace';

const NEW = 'another horse altogether';

describe('POST /v1/auth/password', () => {
  const product = productUnderTest();
  const change = (
    { access_token }: Pick<Registered, 'access_token'>,
    current_password: string,
    new_password: string,
    at = product,
  ) =>
    api(at, access_token).post(
      '/v1/auth/password',
      { current_password, new_password },
      { 'x-forwarded-for': [10, ...randomBytes(3)].join('.') },
    );

  it("changes the password, and ends the user's other sessions in every workspace", async () => {
    const user = await register(product);
    const elsewhere = await newWorkspace();
    await addMember(elsewhere, 'member', user.email);
    const switched = (
      await api(product, user.access_token).post<Registered>('/v1/auth/switch', { workspace_id: elsewhere.id })
    ).body;
    const second = (await login(user.email, PASSWORD)).body;
    const { status, text } = await change(user, PASSWORD, NEW);
    expect([status, text]).toEqual([204, '']);
    for (const { access_token, refresh_token } of [switched, second]) {
      expectProblem(await api(product, access_token).get('/v1/auth/me'), 401, 'invalid_token');
      expectProblem(await api(product).post('/v1/auth/refresh', { refresh_token }), 401, 'invalid_token');
    }
    expect((await api(product, user.access_token).get('/v1/auth/me')).status).toBe(200);
    expect([(await login(user.email, PASSWORD)).status, (await login(user.email, NEW)).status]).toEqual([401, 200]);
  });

  it('succeeds for one of several concurrent changes, and leaves no session of the old password', async () => {
    const user = await register(product);
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, (_, n) => change(user, PASSWORD, `${NEW} ${n}`, impatient(product))),
      login(user.email, PASSWORD, impatient(product)),
      login(user.email, PASSWORD, impatient(product)),
    ]);
    const changes = answers.slice(0, 3);
    // One that a slow machine sheds (503) may have been the one that succeeded.
    expect([countOf(changes, 204, 400, 503), countOf(changes, 204) <= 1, countOf(changes, 204, 503) >= 1]).toEqual([
      3,
      true,
      true,
    ]);
    for (const { body, status } of answers.slice(3) as Awaited<ReturnType<typeof login>>[]) {
      expect([200, 401, 503]).toContain(status);
      if (status === 200 && countOf(changes, 204) > 0)
        expectProblem(await api(product, body.access_token).get('/v1/auth/me'), 401, 'invalid_token');
    }
  });

  it('allows 5 failures a minute, like log-in', async () => {
    const user = await register(product);
    for (let n = 0; n < 5; n += 1)
      expect(locationsOf(await change(user, `wrong password ${n}`, NEW))).toEqual(['body.current_password']);
    expectProblem(await change(user, PASSWORD, NEW), 429, 'rate_limited');
    expectProblem(await login(user.email, PASSWORD), 429, 'rate_limited');
  });

  it('reports what is wrong without repeating a password', async () => {
    const user = await register(product);
    expect(locationsOf(await change(user, PASSWORD, 'short'))).toEqual(['body.new_password']);
    expect(locationsOf(await change(user, PASSWORD, PASSWORD))).toEqual(['body.new_password']);
    const { text } = await change(user, 'a secret I mistyped', NEW);
    expect(text).not.toContain('a secret');
  });

  it('refuses an API key', async () => {
    const workspace = await newWorkspace();
    expectProblem(
      await workspace.post('/v1/auth/password', { current_password: PASSWORD, new_password: NEW }),
      404,
      'not_found',
    );
  });
});
