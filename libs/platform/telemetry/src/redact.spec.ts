import * as fc from 'fast-check';
import { createLogger, redactLine, redactUrl } from '.';

const secret = fc.stringMatching(/^[0-9A-Za-z]{12,40}$/);
const harmless = fc.stringMatching(/^[a-z0-9/._~-]{0,20}$/);
const name = fc.constantFrom(
  'api_key',
  'API_KEY',
  'api%5Fkey',
  'api%5fk%65y',
  'token',
  'access_token',
  'refresh_token',
  'password',
  'X-Amz-Signature',
  'sig',
  'client_secret',
);

describe('redactUrl', () => {
  it('removes every secret parameter, wherever it is and however its name is encoded', () => {
    fc.assert(
      fc.property(
        harmless,
        fc.array(harmless),
        name,
        secret,
        fc.constantFrom('?', '?a=1&', '?a=1;', '#', '?b=2#x=1&', '?u=?'),
        (path, more, field, value, lead) => {
          const url = `/${path}${lead}${field}=${value}${more.map((extra, index) => `&e${index}=${extra}`).join('')}`;
          expect(redactUrl(url).replaceAll('[redacted]', '')).not.toContain(value);
        },
      ),
    );
  });

  it('removes user info', () => {
    fc.assert(
      fc.property(secret, secret, harmless, (user, password, path) => {
        const redacted = redactUrl(`https://${user}:${password}@example.com/${path}`);
        expect(redacted).toBe(`https://[redacted]@example.com/${path}`);
      }),
    );
  });

  it('keeps everything that is not secret', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true }), (url) => {
        expect(redactUrl(`${url}?page=2&tags=a,b`)).toBe(`${url}?page=2&tags=a,b`);
      }),
    );
  });

  it('takes any text, and redacting twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(redactUrl(redactUrl(text))).toBe(redactUrl(text));
      }),
    );
  });
});

describe('a log', () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const key = `svc_live_${'Ab1'.repeat(16)}9`;
  const jwt = 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ1c3JfMSJ9.c2lnbmF0dXJl';

  it.each([
    ['a query key', { url: `/v1/links?api_key=${key}` }],
    ['a query key in a message', `GET /v1/links?limit=1&api_key=hunter2hunter2`],
    ['a key anywhere', { deep: { er: [`x ${key}.`] } }],
    ['an Authorization header', { req: { headers: { authorization: 'Bearer hunter2hunter2' } } }],
    ['an X-API-Key header', { headers: { 'x-api-key': 'hunter2hunter2' } }],
    ['a header kept as a list', { headers: { 'x-api-key': ['a', 'hunter2hunter2'] } }],
    ['a password', { body: { password: 'hunter2"hunter2' } }],
    ['a new password', { body: { new_password: 'hunter2hunter2' } }],
    ['a refresh token', { body: { refresh_token: 'hunter2hunter2' } }],
    ['a JWT in an error', { err: new Error(`bad token ${jwt}`) }],
    ['a webhook secret', { text: 'whsec_hunter2hunter2' }],
    ['user info of a destination', { destination_url: 'https://me:hunter2@example.com/x' }],
    ['user info in an error', { err: new Error('cannot reach postgres://waymark:hunter2@db/waymark') }],
    ['a secret of a destination', { destination_url: 'https://example.com/?X-Amz-Signature=hunter2hunter2' }],
  ])('never holds %s', (_what, entry) => {
    lines.length = 0;
    if (typeof entry === 'string') logger.info(entry);
    else logger.info(entry, 'message');
    expect(lines).toHaveLength(1);
    expect(() => JSON.parse(lines[0] ?? '')).not.toThrow();
    for (const canary of ['hunter2', key, jwt]) expect(lines[0]).not.toContain(canary);
  });

  it('stays one valid JSON line whatever is logged', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(name, fc.string()), fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string()))),
        fc.string({ unit: 'binary' }),
        (fields, message) => {
          const line = JSON.stringify({ level: 'info', fields, message });
          expect(() => JSON.parse(redactLine(line))).not.toThrow();
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('has level and time in forms for people and machines', () => {
    lines.length = 0;
    logger.warn({ status: 503 }, 'gone');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      status: 503,
      msg: 'gone',
    });
  });
});
