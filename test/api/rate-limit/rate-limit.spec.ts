import { api, type Answer, type Product, register, startWaymark } from '../../support/waymark';
import { untilJudged } from '../../support/judged';
import { expectProblem } from '../support/problems';
import { useWorkspace } from '../support/workspace';

/** Is counted, passes, and then costs nothing more: no id has this form. */
const CHEAP = '/v1/links/x';
const LIMIT_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'ratelimit-policy',
  'ratelimit',
];
const limitsOf = ({ headers }: Answer) => LIMIT_HEADERS.map((name) => headers[name]);

describe('the rate limit of the free plan', () => {
  const env = { SIGNUP: 'open', DEFAULT_PLAN: 'free', TRUST_PROXY: 'loopback' };
  let first: Product;
  let product: Product;
  beforeAll(async () => void (product = first = await startWaymark({ env })));
  afterAll(async () => {
    await product.stop();
    await first.stop();
  });

  /** A workspace with a key, whose creation was its first request. */
  const workspace = async () => {
    const { access_token } = await register(product);
    const key = await api(product, access_token).post<{ key: string }>('/v1/api-keys', {
      name: 'x',
      scope: 'read_write',
    });
    return { access_token, key };
  };

  it('counts every request of a workspace, whatever its outcome, but none with an invalid credential', async () => {
    const {
      access_token,
      key: {
        body: { key },
      },
    } = await workspace();
    const remaining = async (answer: Promise<Answer>) => Number((await answer).headers['x-ratelimit-remaining']);
    const client = api(product, key);
    expect(await remaining(client.get('/v1/links'))).toBe(98);
    expect(await remaining(api(product, access_token).get('/v1/links'))).toBe(97);
    expect(await remaining(client.get('/v1/links/link_x'))).toBe(96);
    expect(await remaining(client.post('/v1/links', {}))).toBe(95);
    const { id, key: reader } = (
      await client.post<{ id: string; key: string }>('/v1/api-keys', { name: 'x', scope: 'read' })
    ).body;
    expect(await remaining(api(product, reader).post('/v1/links', {}))).toBe(93);
    await client.post(`/v1/api-keys/${id}/revoke`);
    for (const wrong of [reader, `${key}x`, 'svc_x', 'a.b.c', undefined]) {
      const { status, headers } = await api(product, wrong).get('/v1/links');
      expect([status, headers['x-ratelimit-remaining']]).toEqual([401, undefined]);
    }
    for (const path of ['/health/live', '/openapi.json', '/errors/not_found', '/nowhere', '/v1/nowhere'])
      await client.get(path);
    expect(await remaining(client.get('/v1/links'))).toBe(91);
    const hundred = Array(100).fill({ destination_url: 'https://example.com/' });
    expect(await remaining(client.post('/v1/links/bulk', hundred))).toBe(90);
  });

  it('keeps no user from ending an access while a key takes all slots', async () => {
    const { access_token, key } = await workspace();
    const [thief, owner] = [api(product, key.body.key), api(product, access_token)];
    const exhaust = async () => {
      while ((await thief.get(CHEAP)).status !== 429);
    };
    await exhaust();
    expectProblem(await owner.get('/v1/links'), 429, 'rate_limited');
    const { status, body, headers } = await owner.get<{ data: { id: string }[] }>('/v1/api-keys');
    expect([status, headers['x-ratelimit-remaining']]).toEqual([200, undefined]);
    const [id] = body.data.map((one) => one.id);
    expectProblem(await thief.post(`/v1/api-keys/${id}/revoke`), 429, 'rate_limited');
    expect((await owner.post(`/v1/api-keys/${id}/revoke`)).status).toBe(200);
    expect((await owner.post('/v1/auth/logout')).status).toBe(204);
  });

  it('counts what a user asks for after the sixtieth such request in a minute', async () => {
    const { access_token } = await workspace();
    const owner = api(product, access_token);
    const remaining: (string | undefined)[] = [];
    for (let n = 0; n < 62; n += 1) {
      const { headers } = await owner.get('/v1/auth/me');
      remaining.push(headers['x-ratelimit-remaining']?.toString());
    }
    expect([remaining.slice(0, 60).filter(Boolean), remaining.slice(60)]).toEqual([[], ['98', '97']]);
  });

  it('passes exactly 100 of 130 concurrent requests, also over a restart, with Retry-After for the rest', async () => {
    const began = Date.now();
    const { access_token, key } = await workspace();
    const made = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 129 }, (_, n) => api(product, n % 2 ? access_token : key.body.key).get(CHEAP)),
    );
    const passed = answers.filter(({ status }) => status === 404);
    const refused = answers.filter(({ status }) => status === 429);
    // One that a busy machine sheds may have taken its slot, or not.
    const shed = answers.filter(({ status }) => status === 503).length;
    expect(passed.length + refused.length + shed).toBe(129);
    expect(passed.length + 1).toBeLessThanOrEqual(100);
    expect(passed.length + 1 + shed).toBeGreaterThanOrEqual(100);

    const remaining = [key, ...passed].map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(new Set(remaining).size).toBe(passed.length + 1);
    expect([Math.max(...remaining), Math.min(...remaining) >= 0]).toEqual([99, true]);
    for (const { headers } of [...passed, ...refused]) {
      expect(headers).toMatchObject({
        'x-ratelimit-limit': '100',
        'ratelimit-policy': '"workspace";q=100;w=60',
        ratelimit: expect.stringMatching(/^"workspace";r=\d+;t=\d+$/),
      });
      expect(Number(headers['x-ratelimit-reset']) * 1_000).toBeGreaterThanOrEqual(began + 59_000);
      expect(Number(headers['x-ratelimit-reset']) * 1_000).toBeLessThan(Date.now() + 61_000);
    }
    for (const answer of refused) {
      expectProblem(answer, 429, 'rate_limited');
      expect(answer.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
      expect(answer.headers['x-ratelimit-remaining']).toBe('0');
    }

    expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    product = await startWaymark({ env, dataDir: first.dataDir, port: first.port });
    const asked = Date.now();
    const after = await api(product, key.body.key).get('/v1/links');
    // A restart may take a busy machine the whole minute.
    if (after.status === 200) return expect(Date.now()).toBeGreaterThanOrEqual(began + 60_000);
    expectProblem(after, 429, 'rate_limited');
    // The first slot is free again a minute after a request took it, between these two instants: the wait matches to a
    // second.
    const wait = Number(after.headers['retry-after']) * 1_000;
    expect(Date.now() + wait).toBeGreaterThanOrEqual(began + 60_000);
    expect(asked + wait).toBeLessThanOrEqual(made + 61_000);
  });
});

describe('what the rate limit counts', () => {
  const workspace = useWorkspace();

  it('excludes the enterprise plan, which has no such headers', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => untilJudged(() => workspace.get(CHEAP))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
    for (const answer of answers) expect(limitsOf(answer)).toEqual(LIMIT_HEADERS.map(() => undefined));
  });
});
