import { createSample, type Sample } from '../../../../test/support/http-sample';

const PAGE = 'https://app.example.com';
const preflight = { origin: PAGE, 'access-control-request-method': 'POST' };

const started: Sample[] = [];
const sampleWith = async (corsOrigins?: readonly string[]) => {
  const sample = await createSample(corsOrigins ? { corsOrigins } : {});
  await sample.app.init();
  started.push(sample);
  return sample.app;
};
afterAll(async () => void (await Promise.all(started.map(({ app }) => app.close()))));

const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-') || name === 'vary');

describe('pages of other origins', () => {
  it('may read nothing unless origins are named', async () => {
    const app = await sampleWith();
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await app.inject({ method, url: '/v1/links', headers: preflight });
      expect(corsOf(headers)).toEqual([]);
    }
  });

  it('may read answers and failures when theirs is named', async () => {
    const app = await sampleWith([PAGE]);
    for (const url of ['/health/live', '/v1/links', '/nowhere']) {
      const { headers } = await app.inject({ url, headers: { origin: PAGE } });
      expect(headers).toMatchObject({ 'access-control-allow-origin': PAGE, vary: 'Origin' });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url: '/v1/links', headers: preflight });
    expect(statusCode).toBe(204);
    for (const sent of ['Authorization', 'Idempotency-Key', 'If-None-Match', 'User-Agent', 'X-Waymark-Retry'])
      expect(headers['access-control-allow-headers']).toContain(sent);
    expect(headers['access-control-allow-methods']).toContain('POST');
  });

  it('and a cache is told what else an answer varies by', async () => {
    const app = await sampleWith([PAGE]);
    const { headers } = await app.inject({ url: '/errors/not_found', headers: { origin: PAGE } });
    expect(headers['vary']).toBe('Accept, Origin');
  });

  it('may not when only another one is named, and answers vary by Origin', async () => {
    const app = await sampleWith([PAGE]);
    for (const origin of ['https://evil.example', `${PAGE}.evil.example`, 'null', `${PAGE}/`]) {
      const { headers } = await app.inject({ url: '/v1/links', headers: { origin } });
      expect(corsOf(headers)).toEqual(['vary']);
    }
  });
});
