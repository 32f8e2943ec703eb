import { type Answer, send } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import type { Link, List } from '../support/records';
import { strangeKey } from '../support/tokens';
import { newWorkspace, useWorkspace, type Workspace } from '../support/workspace';
import { countOf, impatient, untilJudged } from '../../support/judged';
import { eventually } from '../../support/programs';

/** Unknown credentials are limited by address: this suite has its own. */
const FROM = { 'x-forwarded-for': '198.51.100.7' };

describe('a credential', () => {
  const workspace = useWorkspace();
  let other: Workspace;
  const ask = (headers: Record<string, string | string[]>, path = '/v1/links'): Promise<Answer<List<Link>>> =>
    send(workspace.product, 'GET', path, { headers: { ...FROM, ...headers } });

  beforeAll(async () => {
    other = await newWorkspace();
    await workspace.createLink({ title: 'mine' });
  });

  it('may be a bearer token, an X-API-Key header, or in the query', async () => {
    const { token } = workspace;
    const answers = [
      await ask({ authorization: `Bearer ${token}` }),
      await ask({ authorization: `bearer  ${token}` }),
      await ask({ 'x-api-key': token }),
      await ask({}, `/v1/links?api_key=${token}`),
    ];
    expect(answers.map(({ status, body }) => [status, body.meta?.total])).toEqual(answers.map(() => [200, 1]));
  });

  it('in the query is marked as for testing only, not cached and not referred, also when refused', async () => {
    const warned = {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      warning: '299 - "api_key in the query is for testing only"',
    };
    const answers = [
      await ask({}, `/v1/links?api_key=${workspace.token}`),
      await ask({}, '/v1/links?api_key=nonsense'),
      await ask({}, `/v1/links?limit=0&api_key=${workspace.token}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 400]);
    for (const { headers, text } of answers) {
      expect(headers).toMatchObject(warned);
      expect(text).not.toContain(workspace.token);
    }
    expect((await ask({ 'x-api-key': workspace.token })).headers).not.toHaveProperty('warning');
    const open = await ask({}, `/openapi.json?api_key=${workspace.token}`);
    expect([open.status, open.headers]).toMatchObject([200, warned]);
  });

  it('is decided by the first way that is present, and never by a later one', async () => {
    const mine = { authorization: `Bearer ${workspace.token}` };
    expect((await ask({ ...mine, 'x-api-key': other.token }, `/v1/links?api_key=${other.token}`)).body.meta.total).toBe(
      1,
    );
    expect((await ask({ 'x-api-key': workspace.token }, `/v1/links?api_key=${other.token}`)).body.meta.total).toBe(1);
    expect((await ask({ ...mine, 'x-api-key': 'nonsense' })).status).toBe(200);
    expectProblem(
      await ask({ authorization: 'Bearer svc_nonsense', 'x-api-key': workspace.token }),
      401,
      'invalid_api_key',
    );
    for (const authorization of ['Bearer nonsense', 'Bearer a.b.c', 'Bearer', 'Basic eDp5', ''])
      expectProblem(await ask({ authorization, 'x-api-key': workspace.token }), 401, 'invalid_token');
    expectProblem(
      await ask({ 'x-api-key': 'nonsense' }, `/v1/links?api_key=${workspace.token}`),
      401,
      'invalid_api_key',
    );
    expectProblem(await ask({ 'x-api-key': '' }, `/v1/links?api_key=${workspace.token}`), 401, 'invalid_api_key');
  });

  it('that is absent is requested by a 401', async () => {
    for (const path of ['/v1/links', '/v1/api-keys', '/v1/auth/me', '/v1/analytics/workspace', '/v1/links/link_x'])
      expectProblem(await ask({}, path), 401, 'missing_credentials');
  });

  it.each([
    ['a typo', (key: string) => `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`],
    ['a cut key', (key: string) => key.slice(0, -1)],
    ['a longer key', (key: string) => `${key}a`],
    ['another case', (key: string) => key.toUpperCase()],
    ['another prefix', (key: string) => key.replace('live', 'test')],
    ['a word', () => 'svc_nonsense'],
    ['an SQL quote', () => "svc_live_' OR 1=1--"],
    ['a well-formed key nobody has', () => strangeKey()],
  ])('that is %s is refused', async (_, change) => {
    const key = change(workspace.token);
    expectProblem(await ask({ 'x-api-key': key }), 401, 'invalid_api_key');
    expectProblem(
      await ask({ authorization: `Bearer ${key}` }),
      401,
      /^svc_\S+$/.test(key) ? 'invalid_api_key' : 'invalid_token',
    );
  });

  it('that is given twice is refused', async () => {
    expectProblem(
      await ask({}, `/v1/links?api_key=${workspace.token}&api_key=${workspace.token}`),
      401,
      'invalid_api_key',
    );
  });

  it('of Read scope reads everything and changes nothing', async () => {
    const { key } = await workspace.createKey({ scope: 'Read' });
    const { id } = await workspace.createLink();
    const headers = { 'x-api-key': key };
    for (const path of [
      '/v1/links',
      `/v1/links/${id}`,
      '/v1/api-keys',
      '/v1/analytics/workspace',
      `/v1/analytics/links/${id}`,
    ])
      expect((await ask(headers, path)).status).toBe(200);
    const writes: readonly [string, string, object?][] = [
      ['POST', '/v1/links', { destination_url: 'https://example.com' }],
      ['POST', '/api/urls', { originalUrl: 'https://example.com' }],
      ['PATCH', `/v1/links/${id}`, { title: 'x' }],
      ['DELETE', `/v1/links/${id}`],
      ['POST', '/v1/api-keys', { name: 'x', scope: 'read' }],
      ['POST', '/v1/api-keys/key_00000000000000000000000000/revoke'],
    ];
    for (const [method, path, body] of writes) {
      const answer = await send(workspace.product, method, path, { body, headers });
      expect(expectProblem(answer, 403, 'insufficient_scope')).toMatchObject({ required_scope: 'Read + Write' });
    }
  });

  it('that has expired is refused from that instant on', async () => {
    // A machine may be so busy that the instant is past before the key is made.
    const { id, key, expires } = await eventually(async () => {
      const at = Date.now() + 4_000;
      return { ...(await workspace.createKey({ expiration: new Date(at).toISOString() })), expires: at };
    });
    // At any speed of the machine: accepted if answered before that instant, refused if sent after it.
    const judged = async (): Promise<Answer> => {
      const asked = Date.now();
      const answer = await ask({ 'x-api-key': key });
      if (Date.now() < expires) expect(answer.status).toBe(200);
      if (asked >= expires) expect(answer.status).toBe(401);
      return answer;
    };
    let refused = await judged();
    while (refused.status !== 401) refused = await judged();
    expectProblem(refused, 401, 'api_key_expired');
    expect((await workspace.get(`/v1/api-keys/${id}`)).body).toMatchObject({ status: 'expired' });
  });
});

describe('unknown credentials', () => {
  const workspace = useWorkspace();

  it('have to wait after 60 in a minute from one address, unlike valid ones', async () => {
    const from = { 'x-forwarded-for': '198.51.100.8' };
    const guess = () =>
      send(impatient(workspace.product), 'GET', '/v1/links', { headers: { ...from, 'x-api-key': 'svc_nonsense' } });
    let sent = 0;
    const judged = () =>
      untilJudged(() => {
        sent += 1;
        return guess();
      });
    const answers = await Promise.all(Array.from({ length: 70 }, judged));
    // One that a busy machine has shed may have been among the 60.
    const looked = countOf(answers, 401);
    expect([looked <= 60, looked + (sent - answers.length) >= 60, countOf(answers, 401, 429)]).toEqual([
      true,
      true,
      70,
    ]);
    const held = answers.find(({ status }) => status === 429);
    if (!held) throw new Error('none was held back');
    expectProblem(held, 429, 'rate_limited');
    expect(Number(held.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(held.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(
      (await send(workspace.product, 'GET', '/v1/links', { headers: { ...from, 'x-api-key': workspace.token } }))
        .status,
    ).toBe(200);
  });
});
