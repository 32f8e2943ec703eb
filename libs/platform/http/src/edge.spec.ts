import type { InjectOptions } from 'fastify';
import { createSample, type Sample } from '../../../../test/support/http-sample';

let sample: Sample;
beforeAll(async () => {
  sample = await createSample();
  await sample.app.init();
});
afterAll(() => sample.app.close());

const send = (options: InjectOptions) => sample.app.inject(options);
const json = { 'content-type': 'application/json' };
const good = { 'x-api-key': 'good' };

describe('checks', () => {
  const post = (headers: Record<string, string>, payload: string, url = '/v1/links') =>
    send({ method: 'POST', url, headers, payload });
  const huge = 'x'.repeat(1_048_577);

  it('run in order: credential, rate, scope, size, media type, existence, body', async () => {
    const answers = await Promise.all([
      post({ 'content-type': 'text/xml' }, huge),
      post({ 'x-api-key': 'flood', 'content-type': 'text/xml' }, huge),
      post({ 'x-api-key': 'viewer', 'content-type': 'text/xml' }, huge),
      post({ ...good, 'content-type': 'text/xml' }, huge),
      post({ ...good, 'content-type': 'text/xml' }, '{'),
      send({ method: 'PATCH', url: '/v1/links/link_2', headers: { ...good, ...json }, payload: '{' }),
      send({ method: 'PATCH', url: '/v1/links/link_1', headers: { ...good, ...json }, payload: '{' }),
      post({ ...good, ...json }, '{'),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 429, 403, 413, 415, 404, 400, 400]);
    expect(answers[1]?.headers).toMatchObject({ 'retry-after': '5', 'x-ratelimit-limit': '100' });
    expect(answers[2]?.json()).toMatchObject({ code: 'insufficient_scope', required_scope: 'Read + Write' });
  });

  it("get the matched route's declaration, also for HEAD, and do not run without a route", async () => {
    sample.seen.length = 0;
    for (const [method, url] of [
      ['GET', '/v1/links'],
      ['HEAD', '/v1/links'],
      ['POST', '/v1/links'],
      ['GET', '/health/live'],
      ['GET', '/nowhere'],
      ['PUT', '/v1/links'],
    ] as const) {
      await send({ method, url, headers: good });
    }
    expect(sample.seen).toEqual(['read', 'read', 'write', 'public']);
  });

  it('list problems of query and body in one answer', async () => {
    const answer = await send({
      method: 'POST',
      url: '/v1/links?dry=1',
      headers: { ...good, ...json },
      payload: '{"x":1}',
    });
    expect(answer.json<{ errors: { location: string }[] }>().errors.map(({ location }) => location)).toEqual([
      'query.dry',
      'body.destination_url',
      'body.x',
    ]);
    const list = await send({ url: '/v1/links?page=0&disabled=x', headers: good });
    expect(list.json<{ errors: unknown[] }>().errors).toHaveLength(2);
  });

  it('let a route take a larger body than others', async () => {
    const payload = JSON.stringify([huge, huge]);
    expect((await post({ ...good, ...json }, payload, '/v1/bulk')).statusCode).toBe(200);
    expect((await post({ ...good, ...json }, JSON.stringify('x'.repeat(5_000_001)), '/v1/bulk')).statusCode).toBe(413);
  });

  it('accept an empty JSON body where none is required', async () => {
    expect((await post({ ...good, ...json }, '', '/v1/links/link_1/disable')).statusCode).toBe(200);
    expect((await post({ ...good, ...json }, '{}', '/v1/links/link_1/disable')).statusCode).toBe(200);
  });
});

describe('a success', () => {
  it('has the declared status, its headers and no banner', async () => {
    const answer = await send({
      method: 'POST',
      url: '/v1/links',
      headers: { ...good, 'content-type': 'application/json; charset=UTF-8' },
      payload: '{"destination_url":"https://x.example"}',
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ id: 'link_1', destination_url: 'https://x.example' });
    expect(answer.headers).toMatchObject({
      location: '/v1/links/link_1',
      etag: '"0"',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers).not.toHaveProperty('server');
    expect((await send({ method: 'DELETE', url: '/v1/links/link_1', headers: good })).statusCode).toBe(204);
  });

  it('of a list reports its page and links its neighbours, without the key', async () => {
    const answer = await send({ url: '/v1/links?api_key=good&page=2&limit=20&tags=a,b' });
    expect(answer.json()).toMatchObject({
      data: [{ page: 2, limit: 20, tags: ['a', 'b'] }],
      meta: { total: 60, page: 2, limit: 20 },
    });
    const base = 'https://go.example.com/v1/links?';
    expect(answer.headers['link']).toBe(
      [
        `<${base}page=3&limit=20&tags=a%2Cb>; rel="next"`,
        `<${base}page=1&limit=20&tags=a%2Cb>; rel="prev"`,
        `<${base}page=1&limit=20&tags=a%2Cb>; rel="first"`,
        `<${base}page=3&limit=20&tags=a%2Cb>; rel="last"`,
      ].join(', '),
    );
  });
});

describe('a key in the query', () => {
  it.each([
    ['a success', '/v1/links?api_key=good', 200],
    ['a refusal', '/v1/links/link_2?api_key=good', 404],
    ['a rate limit', '/v1/links?api_key=flood', 429],
    ['a path that cannot be decoded', '/%zz?api_key=good', 400],
  ])('marks %s as not to be stored', async (_what, url, status) => {
    const answer = await send({ url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      warning: '299 - "api_key in the query is for testing only"',
    });
  });
});

describe('a request id', () => {
  it.each(['abc', 'req_01J', 'A.b:c-d_9', 'x'.repeat(128)])('that is valid is kept: %s', async (id) => {
    expect((await send({ url: '/health/live', headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id);
  });

  it.each(['', 'a b', 'ü', 'x'.repeat(129), '<script>', 'a,b'])('that is invalid is replaced: %j', async (id) => {
    expect((await send({ url: '/health/live', headers: { 'x-request-id': id } })).headers['x-request-id']).toMatch(
      /^req_[0-9a-z]{26}$/,
    );
  });
});

describe('the access log', () => {
  it('has method, template, status, duration, request and workspace, never path or query', async () => {
    sample.logs.length = 0;
    await send({ url: '/v1/links/link_1?api_key=good&x=canary', headers: { 'x-request-id': 'r1' } });
    await send({ url: '/nowhere/canary' });
    await send({ url: '/v1/links/%E0%A4%A?canary' });
    const lines = sample.logs.map((line) => JSON.parse(line));
    expect(lines).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        method: 'GET',
        route: '/v1/links/:id',
        status: 400,
        duration_ms: expect.any(Number),
        request_id: 'r1',
        workspace_id: 'ws_1',
        msg: 'request',
      },
      expect.objectContaining({ route: 'unmatched', status: 404 }),
      expect.objectContaining({ route: 'unmatched', status: 400 }),
    ]);
    expect(sample.logs.join()).not.toContain('canary');
  });

  it('has its counterpart in /metrics', async () => {
    const text = (await send({ url: '/metrics' })).body;
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/v1/links/:id",status="400"} 1');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});

describe('an application', () => {
  it('does not start with a route that declares nothing', async () => {
    const { Controller, Get, Module } = await import('@nestjs/common');
    class Careless {
      get() {
        return 'everything';
      }
    }
    Get('v1/secrets')(Careless.prototype, 'get', Object.getOwnPropertyDescriptor(Careless.prototype, 'get') ?? {});
    Controller()(Careless);
    class Part {}
    Module({ controllers: [Careless] })(Part);
    const careless = await createSample({ module: Part });
    await expect(careless.app.init()).rejects.toThrow('GET /v1/secrets has no @Endpoint');
    await careless.app.close();
  });
});
