import { api, type Answer, type Product, register, send, startWaymark } from '../../support/waymark';
import { expectProblem } from '../support/problems';
import { useWorkspace } from '../support/workspace';

const LIMIT_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit-policy', 'ratelimit'];
const limitsOf = ({ headers }: Answer) => LIMIT_HEADERS.map((name) => headers[name]);

describe('the rate limit of the free plan', () => {
  let product: Product;
  const start = async (again?: Product) => {
    const env = { SIGNUP: 'open', DEFAULT_PLAN: 'free', TRUST_PROXY: 'loopback' };
    product = await startWaymark(again ? { env, dataDir: again.dataDir, port: again.port } : { env });
  };
  beforeAll(() => start(), 90_000);
  afterAll(() => product.stop());

  it('lets exactly 100 of 130 requests at once pass, tells the rest how long to wait, and survives a restart', async () => {
    const { access_token, workspace } = await register(product);
    expect(workspace.plan).toBe('free');
    const key = await api(product, access_token).post<{ key: string }>('/v1/api-keys', { name: 'x', scope: 'read_write' });
    const began = Date.now();
    // Keys and sessions of a workspace count together; the creation of the key was its first request.
    const answers = await Promise.all(Array.from({ length: 129 }, (_, n) => api(product, n % 2 ? access_token : key.body.key).get('/v1/links')));
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect([passed.length + 1, refused.length]).toEqual([100, 30]);

    const remaining = [key, ...passed].map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => b - a);
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, n) => 99 - n));
    for (const answer of [...passed, ...refused]) {
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'ratelimit-policy': '"workspace";q=100;w=60', ratelimit: expect.stringMatching(/^"workspace";r=\d+;t=\d+$/) });
      const reset = Number(answer.headers['x-ratelimit-reset']) * 1_000;
      expect(reset).toBeGreaterThan(began + 40_000);
      expect(reset).toBeLessThan(Date.now() + 62_000);
    }
    for (const answer of refused) {
      expectProblem(answer, 429, 'rate_limited');
      const wait = Number(answer.headers['retry-after']);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
      expect(answer.headers['x-ratelimit-remaining']).toBe('0');
    }

    const first = product;
    expect(await first.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    const restarted = await startWaymark({ env: { SIGNUP: 'open', DEFAULT_PLAN: 'free', TRUST_PROXY: 'loopback' }, dataDir: first.dataDir, port: first.port });
    try {
      const after = await api(restarted, key.body.key).get('/v1/links');
      expectProblem(after, 429, 'rate_limited');
      // The oldest slot frees 60 s after the first request; waiting from here must lead there.
      expect(Date.now() + Number(after.headers['retry-after']) * 1_000).toBeGreaterThanOrEqual(began - 2_000 + 60_000);
      expect(Date.now() + Number(after.headers['retry-after']) * 1_000).toBeLessThanOrEqual(began + 63_000);
    } finally {
      await restarted.stop();
      await start(first);
    }
  }, 90_000);
});

describe('what the rate limit counts', () => {
  const workspace = useWorkspace();

  it('is nothing on the enterprise plan, which has no such headers', async () => {
    const answers = await Promise.all(Array.from({ length: 130 }, () => workspace.get('/v1/links')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    for (const answer of answers) expect(limitsOf(answer)).toEqual(LIMIT_HEADERS.map(() => undefined));
  });
});
