import { randomBytes } from 'node:crypto';
import { type Answer, api, PASSWORD, type Registered } from '../../support/waymark';
import { countOf, untilJudged, impatient } from '../../support/judged';
import { login } from '../support/members';
import { expectProblem, locationsOf } from '../support/problems';
import { productUnderTest } from '../support/product';

describe('GET /v1/auth/options', () => {
  it('says that sign-up is open', async () =>
    expect((await api(productUnderTest()).get('/v1/auth/options')).body).toEqual({ signup: 'open' }));
});

describe('POST /v1/auth/register', () => {
  const client = api(productUnderTest());
  const someone = () => `${randomBytes(8).toString('hex')}@example.com`;
  const newAddress = () => [10, ...randomBytes(3)].join('.');
  const register = (body: unknown, address = newAddress(), by = client) =>
    by.post<Registered>('/v1/auth/register', body, { 'x-forwarded-for': address });

  it('creates a user and their workspace, and logs them in', async () => {
    const email = someone();
    const { status, body, headers, text } = await register({
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
      name: 'Ada',
      workspace_name: 'Engines',
    });
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 600,
      refresh_token: expect.stringMatching(/^rt_/),
      user: { id: expect.stringMatching(/^usr_/), email, name: 'Ada', created_at: expect.stringMatching(/Z$/) },
      workspace: { id: expect.stringMatching(/^ws_/), name: 'Engines', plan: 'enterprise' },
    });
    expect(text).not.toMatch(/password|argon/);
    const me = await api(productUnderTest(), body.access_token).get('/v1/auth/me');
    expect([me.status, me.body]).toEqual([
      200,
      {
        user: body.user,
        api_key: null,
        workspace: body.workspace,
        role: 'owner',
        workspaces: [{ ...body.workspace, role: 'owner' }],
      },
    ]);
  });

  it('needs neither a user name nor a workspace name', async () => {
    const { status, body } = await register({ email: someone(), password: PASSWORD });
    expect([status, body.workspace.name.length > 0]).toEqual([201, true]);
  });

  it('creates one account per e-mail address, also for concurrent requests in any case', async () => {
    const email = someone();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        untilJudged(() => register({ email: n % 2 ? email : email.toUpperCase(), password: PASSWORD })),
      ),
    );
    expect([countOf(answers, 201, 409), countOf(answers, 201) <= 1]).toEqual([answers.length, true]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectProblem(answer, 409, 'conflict');
    expect((await untilJudged(() => login(email, PASSWORD))).status).toBe(200);
  });

  it('takes six at once from one address', async () => {
    const [address, once] = [newAddress(), api(impatient(productUnderTest()))];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => register({ email: someone(), password: PASSWORD }, address, once)),
    );
    // A slow machine may shed some (503); the address is allowed all of them.
    expect([countOf(answers, 201, 503), countOf(answers, 201) > 0]).toEqual([6, true]);
  });

  it('takes ten in a minute from an address, whether they make an account or not, and from a /64 network', async () => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`;
    const email = someone();
    const answers: Answer<Registered>[] = [];
    for (let n = 1; n <= 11; n += 1) answers.push(await register({ email, password: PASSWORD }, `${network}::${n}`));
    expect(answers.map(({ status }) => status)).toEqual([201, ...Array<number>(9).fill(409), 429]);
    const refused = answers.at(-1);
    if (refused) expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await register({ email: someone(), password: PASSWORD })).status).toBe(201);
  });

  it.each([
    ['nothing', {}, ['body.email', 'body.password']],
    ['a word as e-mail', { email: 'x', password: PASSWORD }, ['body.email']],
    ['a line break in the e-mail', { email: 'a@b.example\n.c', password: PASSWORD }, ['body.email']],
    ['a long e-mail', { email: `${'a'.repeat(250)}@b.example`, password: PASSWORD }, ['body.email']],
    ['9 characters as password', { email: 'a@example.com', password: '123456789' }, ['body.password']],
    ['a long password', { email: 'a@example.com', password: 'x'.repeat(1_025) }, ['body.password']],
    [
      'numbers',
      { email: 1, password: 1_234_567_890, name: 1, workspace_name: 1 },
      ['body.email', 'body.name', 'body.password', 'body.workspace_name'],
    ],
    [
      'a plan',
      { email: 'a@example.com', password: PASSWORD, plan: 'enterprise', role: 'owner' },
      ['body.plan', 'body.role'],
    ],
    ['NUL', { email: 'a@example.com', password: PASSWORD, name: 'a\u0000' }, ['body.name']],
  ])('reports what is wrong with %s', async (_, body, locations) =>
    expect(locationsOf(await register(body))).toEqual(locations),
  );
});
