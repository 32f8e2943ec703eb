import type { InjectOptions } from 'fastify';
import { CODES } from '.';
import { createSample, FAILURES, PUBLIC_URL, type Sample } from '../../../../test/support/http-sample';

let sample: Sample;
beforeAll(async () => {
  sample = await createSample();
  await sample.app.init();
});
afterAll(() => sample.app.close());

const send = (options: InjectOptions) =>
  sample.app.inject({ ...options, headers: { 'x-api-key': 'good', ...options.headers } });
const json = { 'content-type': 'application/json' };
const big = JSON.stringify({ destination_url: 'x'.repeat(2_000_000) });

type Row = readonly [
  why: string,
  request: InjectOptions,
  status: number,
  code: string,
  headers?: Record<string, string>,
];

const failure = (kind: string): InjectOptions => ({ url: `/v1/failures/${kind}` });
const create = (payload: unknown, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: '/v1/links',
  payload: payload as string,
  headers,
});

const TABLE: readonly Row[] = [
  ['a rejection: invalid', failure('invalid'), 400, 'unsafe_destination'],
  ['a rejection: forbidden', failure('forbidden'), 403, 'limit_reached'],
  ['a rejection: not found', failure('not-found'), 404, 'not_found'],
  ['a rejection: conflict', failure('conflict'), 409, 'alias_taken'],
  ['a rejection: lost race', failure('race'), 409, 'conflict'],
  ['a rejection: stale', failure('stale'), 412, 'revision_mismatch'],
  ['a store that cannot be reached', failure('store'), 503, 'unavailable', { 'retry-after': '1' }],
  ['a stored event that cannot be folded', failure('unfoldable'), 503, 'unavailable', { 'retry-after': '60' }],
  ['a credential refused', failure('unauthorized'), 401, 'api_key_revoked', { 'www-authenticate': 'Bearer' }],
  ['a rate limit', failure('limited'), 429, 'rate_limited', { 'retry-after': '1' }],
  ['a limit that ended work half-way', failure('unfinished'), 429, 'rate_limited', { 'retry-after': '1' }],
  ['a part that is down', failure('unavailable'), 503, 'unavailable', { 'retry-after': '3' }],
  ['an idempotency mismatch', failure('mismatch'), 422, 'idempotency_mismatch'],
  ['an unforeseen error', failure('unexpected'), 500, 'internal_error'],
  ['a driver error with a status of its own', failure('driver'), 500, 'internal_error'],
  ['a thrown text', failure('text'), 500, 'internal_error'],
  ['a thrown nothing', failure('nothing'), 500, 'internal_error'],
  ['an unknown route', { url: '/nowhere?api_key=hunter2' }, 404, 'not_found'],
  [
    'an unknown route with a broken body',
    { method: 'POST', url: '/nowhere', payload: '{', headers: json },
    404,
    'not_found',
  ],
  [
    'an unknown route with a body of 2 MB',
    { method: 'POST', url: '/nowhere', payload: big, headers: json },
    404,
    'not_found',
  ],
  ['an id that cannot be one', { url: '/v1/links/nonsense' }, 404, 'not_found'],
  ['an unknown id', { url: '/v1/links/link_2' }, 404, 'not_found'],
  ['an empty id', { url: '/v1/links/' }, 404, 'not_found'],
  ['an endless id', { url: `/v1/links/link_${'x'.repeat(3000)}` }, 404, 'not_found'],
  [
    'a wrong method',
    { method: 'PUT', url: '/v1/links?x=1' },
    405,
    'method_not_allowed',
    { allow: 'GET, HEAD, POST, OPTIONS' },
  ],
  [
    'a wrong method on an item',
    { method: 'POST', url: '/v1/links/link_1', payload: '{', headers: json },
    405,
    'method_not_allowed',
    { allow: 'GET, HEAD, PATCH, DELETE, OPTIONS' },
  ],
  ['a method that fastify does not know', { method: 'PROPFIND', url: '/v1/links' }, 405, 'method_not_allowed'],
  ['a wrong method on our own routes', { method: 'POST', url: '/health/live' }, 405, 'method_not_allowed'],
  ['malformed JSON', create('{"destination_url":'), 400, 'invalid_request'],
  ['a body that is not UTF-8', create(Buffer.from([0x22, 0xff, 0x22])), 400, 'invalid_request'],
  ['an empty body', create(''), 400, 'invalid_request'],
  ['no body', { method: 'POST', url: '/v1/links' }, 400, 'invalid_request'],
  ['a poisoned prototype', create('{"destination_url":"x","__proto__":{"x":1}}'), 400, 'invalid_request'],
  ['JSON null', create('null'), 400, 'invalid_request'],
  [
    'a body where none is taken',
    { method: 'POST', url: '/v1/links/link_1/disable', payload: '{"x":1}', headers: json },
    400,
    'invalid_request',
  ],
  [
    'malformed JSON where none is taken',
    { method: 'DELETE', url: '/v1/links/link_1', payload: '{', headers: json },
    400,
    'invalid_request',
  ],
  ['a parameter where none is taken', { url: '/v1/links/link_1?fields=id' }, 400, 'invalid_request'],
  ['malformed encoding in the path', { url: '/v1/links/%E0%A4%A' }, 400, 'invalid_request'],
  ['malformed encoding in the query', { url: '/v1/links?tags=%E0%A4%A' }, 400, 'invalid_request'],
  ['a NUL', { url: '/v1/links/link_%00' }, 400, 'invalid_request'],
  [
    'a malformed If-Match',
    { method: 'PATCH', url: '/v1/links/link_1', headers: { ...json, 'if-match': '7' }, payload: '{}' },
    400,
    'invalid_request',
  ],
  [
    'a stale If-Match',
    { method: 'PATCH', url: '/v1/links/link_1', headers: { ...json, 'if-match': '"6"' }, payload: '{}' },
    412,
    'revision_mismatch',
  ],
  [
    'a weak If-Match',
    { method: 'PATCH', url: '/v1/links/link_1', headers: { ...json, 'if-match': 'W/"7"' }, payload: '{}' },
    412,
    'revision_mismatch',
  ],
  ['a body over 1 MB', create(big), 413, 'payload_too_large'],
  ['a wrong media type', create('<x/>', { 'content-type': 'text/xml' }), 415, 'unsupported_media_type'],
  ['a form', create('a=b', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'unsupported_media_type'],
  ['a nonsensical media type', create('{}', { 'content-type': ';;;' }), 415, 'unsupported_media_type'],
  ['no media type', create(Buffer.from('{}'), {}), 415, 'unsupported_media_type'],
  [
    'another charset',
    create('{}', { 'content-type': 'application/json; charset=utf-16' }),
    415,
    'unsupported_media_type',
  ],
  ['a compressed body', create('{}', { ...json, 'content-encoding': 'gzip' }), 415, 'unsupported_media_type'],
  ['an unknown code', { url: '/errors/nonsense' }, 404, 'not_found'],
];

describe('every failure', () => {
  it.each(TABLE.map(([why, request, status, code, headers = {}]) => ({ why, request, status, code, headers })))(
    'has the one shape: $why',
    async ({ request, status, code, headers }) => {
      const answer = await send(request);
      const body = answer.json<Record<string, unknown>>();
      expect([answer.statusCode, body['code']]).toEqual([status, code]);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.headers).toMatchObject({ ...headers, 'cache-control': 'no-store' });
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
      expect(body).toMatchObject({
        type: `${PUBLIC_URL}/errors/${code}`,
        title: expect.any(String),
        status,
        detail: expect.any(String),
        instance: `urn:request:${String(body['request_id'])}`,
        errors: expect.any(Array),
        request_id: answer.headers['x-request-id'],
      });
      expect(body).not.toHaveProperty('statusCode');
      expect(answer.body).not.toContain('hunter2');
      for (const header of ['etag', 'location', 'x-powered-by', 'server'])
        expect(answer.headers).not.toHaveProperty(header);
    },
  );

  it('is listed above, kind by kind', () => {
    const listed = TABLE.map(([, { url }]) => (typeof url === 'string' ? url : ''))
      .filter((url) => url.startsWith('/v1/failures/'))
      .map((url) => url.slice(13));
    expect(listed.toSorted()).toEqual(Object.keys(FAILURES).toSorted());
  });

  it("carries the rejection's extra fields and all its problems", async () => {
    expect((await send(failure('conflict'))).json()).toMatchObject({ existing_link_id: 'link_1', detail: 'taken' });
    expect((await send(failure('invalid'))).json()).toMatchObject({
      errors: [{ code: 'unsafe_destination', location: 'body.x', message: 'is bad' }],
    });
  });

  it.each([
    ['{"destination_url":"x","__proto__":{"x":1}}', 'body must not have a field named `__proto__`'],
    ['{"constructor":{"prototype":{}}}', 'body must not have a field named `__proto__`'],
    [`[{},{"\\u005f_proto__":1}]${' '.repeat(70_000)}`, 'body must not have a field named `__proto__`'],
    ['{"__proto__":{}', 'body is not valid JSON in UTF-8'],
    ['{"destination_url":"x","constructor":1}', 'body.constructor is not a known field'],
  ])('tells a name that no field may have from what is no JSON: case %#', async (text, said) => {
    const { errors } = (await send(create(text))).json<{ errors: { location: string; message: string }[] }>();
    expect(errors.map(({ location, message }) => `${location} ${message}`)).toEqual([expect.stringContaining(said)]);
  });

  it('is the same 404 for everything that is not found, byte for byte', async () => {
    const urls = [
      '/v1/links/link_2',
      '/v1/links/link_foreign',
      '/v1/links/nonsense',
      '/v1/failures/not-found',
      '/nowhere',
    ];
    const answers = await Promise.all(urls.map((url) => send({ url, headers: { 'x-request-id': 'pinned' } })));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    const named = ({ headers }: (typeof answers)[number]) => JSON.stringify({ ...headers, date: '' });
    expect(new Set(answers.map(named)).size).toBe(1);
  });

  it('is logged with its stack when unexpected, and otherwise never with a secret', async () => {
    sample.logs.length = 0;
    await send(failure('unexpected'));
    await send(failure('store'));
    await send({ url: '/nowhere?api_key=hunter2' });
    expect(sample.logs.find((line) => line.includes('"level":"error"'))).toContain(
      'TypeError: hunter2 of undefined\\n    at',
    );
    expect(sample.logs.filter((line) => !line.includes('TypeError')).join()).not.toContain('hunter2');
  });
});

describe('a flood of requests for which a part is down', () => {
  const warnings = () => sample.logs.filter((line) => line.includes('request failed'));

  it('is logged with its cause once for each route, and every unforeseen error is', async () => {
    sample.logs.length = 0;
    for (let n = 0; n < 50; n += 1) await send(failure('unavailable'));
    expect(warnings().length).toBeLessThanOrEqual(1);
    for (let n = 0; n < 3; n += 1) await send(failure('unexpected'));
    expect(warnings().filter((line) => line.includes('"level":"error"'))).toHaveLength(3);
  });
});

describe('the codes', () => {
  it.each([...CODES])('%s explains itself at the address that `type` names', async (code, entry) => {
    const answer = await sample.app.inject(`/errors/${code}`);
    expect([answer.statusCode, answer.json()]).toEqual([200, { code, ...entry }]);
  });
});

describe('a path that exists', () => {
  it('answers OPTIONS with its methods, without a credential', async () => {
    const answer = await sample.app.inject({ method: 'OPTIONS', url: '/v1/links/link_1' });
    expect([answer.statusCode, answer.headers['allow'], answer.body]).toEqual([
      204,
      'GET, HEAD, PATCH, DELETE, OPTIONS',
      '',
    ]);
    expect((await sample.app.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode).toBe(404);
  });

  it('answers HEAD as GET without a body', async () => {
    const [head, get] = await Promise.all(
      (['HEAD', 'GET'] as const).map((method) =>
        send({ method, url: '/v1/links/link_1', headers: { 'x-request-id': 'pinned' } }),
      ),
    );
    expect([head?.statusCode, head?.body, head?.headers['content-length']]).toEqual([
      200,
      '',
      get?.headers['content-length'],
    ]);
    const missing = await send({ method: 'HEAD', url: '/v1/links/link_2' });
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});
