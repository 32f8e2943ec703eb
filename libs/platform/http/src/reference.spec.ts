import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createSample, PUBLIC_URL, type Sample } from '../../../../test/support/http-sample';
import { CODES } from '.';

const SAMPLES = { 'links.get': [{ lang: 'shell', label: 'curl', source: 'curl …' }] };
let sample: Sample;
let timesRead = 0;
beforeAll(async () => {
  const samples = () => {
    timesRead += 1;
    return SAMPLES;
  };
  const tags = { links: { title: 'Short links', description: 'Links that are short.' } };
  sample = await createSample({
    title: 'Sample & Co',
    version: '9.0.0',
    description: 'A\nsample.\n\nMore.',
    tags,
    samples,
  });
  await sample.app.init();
});
afterAll(() => sample.app.close());

const get = (url: string, headers: Readonly<Record<string, string>> = {}) => sample.app.inject({ url, headers });

describe('/docs', () => {
  it('shows the document with files of this installation only', async () => {
    for (const path of ['/docs', '/docs/']) {
      const page = await get(path);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toContain('<title>Sample &amp; Co API reference</title>');
      const assets = [...page.body.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, address = '']) => address);
      expect(assets.length).toBeGreaterThan(2);
      for (const asset of assets) expect([asset, (await get(asset)).statusCode]).toEqual([asset, 200]);
    }
    expect((await get('/docs/nothing.js')).json()).toMatchObject({ code: 'not_found' });
  });

  it('lets the viewer run its own files, ask its own origin, and nothing else', async () => {
    for (const path of [
      '/docs',
      '/docs/start.js',
      '/docs/scalar.js',
      '/docs/openapi.json',
      '/openapi.json',
      '/llms.txt',
    ]) {
      const { headers } = await get(path);
      expect([path, headers['x-content-type-options'], headers['x-frame-options'], headers['referrer-policy']]).toEqual(
        [path, 'nosniff', 'DENY', 'no-referrer'],
      );
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(headers['content-security-policy']).toMatch(/connect-src 'self'; .*frame-ancestors 'none'$/);
    }
    const start = (await get('/docs/start.js')).body;
    expect(start).not.toMatch(/https?:/);
    expect(start).toContain(
      '"withDefaultFonts":false,"telemetry":false,"agent":{"disabled":true},"mcp":{"disabled":true}',
    );
  });

  it('has the script of the viewer whole, compressed for those who take that', async () => {
    const plain = await get('/docs/scalar.js', { 'accept-encoding': 'gzip;q=0' });
    const file = readFileSync(
      require.resolve('@scalar/fastify-api-reference').replace(/index\.js$/, 'js/standalone.js'),
    );
    expect([plain.headers['content-encoding'], plain.rawPayload.equals(file)]).toEqual([undefined, true]);
    const zipped = await get('/docs/scalar.js', { 'accept-encoding': 'br, gzip' });
    expect([zipped.headers['content-encoding'], zipped.headers['vary']]).toEqual(['gzip', 'Accept-Encoding']);
    expect(zipped.rawPayload.length).toBeLessThan(file.length / 2);
  });

  it.each(['/docs/scalar.js', '/docs/openapi.json', '/openapi.json', '/llms.txt', '/llms-full.txt'])(
    'makes and compresses a file once, and says when a copy is still right: %s',
    async (path) => {
      const host = new URL(PUBLIC_URL).host;
      const first = await get(path, { host, 'accept-encoding': 'gzip' });
      expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'gzip']);
      const printing = jest.spyOn(JSON, 'stringify');
      const again = await get(path, { host, 'accept-encoding': 'gzip' });
      const plain = await get(path, { host });
      const known = await get(path, { host, 'if-none-match': String(first.headers['etag']) });
      const printed = printing.mock.results.map(({ value }) => String(value).length);
      printing.mockRestore();
      expect(Math.max(0, ...printed)).toBeLessThan(1_000);
      expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
      expect(gunzipSync(first.rawPayload).equals(plain.rawPayload)).toBe(true);
      expect([known.statusCode, known.rawPayload.length, known.headers['vary']]).toEqual([304, 0, 'Accept-Encoding']);
    },
  );

  it.each(['/openapi.json', '/llms.txt', '/llms-full.txt'])('names the origin that was asked: %s', async (path) => {
    const [own, other] = [
      (await get(path, { host: new URL(PUBLIC_URL).host })).body,
      (await get(path, { host: 'other.test:81' })).body,
    ];
    expect(own).toContain(PUBLIC_URL);
    expect(other).toContain('http://other.test:81');
    for (const text of [own, other]) expect(text).not.toContain('origin.invalid');
  });

  it('has the samples in a document of its own, which are read once', async () => {
    const read = async (path: string) =>
      (await get(path)).json<{ paths: Record<string, Record<string, Record<string, unknown>>> }>().paths;
    const [own, again, plain] = [
      await read('/docs/openapi.json'),
      await read('/docs/openapi.json'),
      await read('/openapi.json'),
    ];
    expect(own['/v1/links/{id}']?.['get']?.['x-codeSamples']).toEqual(SAMPLES['links.get']);
    expect(own['/v1/links/{id}']?.['delete']).not.toHaveProperty('x-codeSamples');
    expect(again).toEqual(own);
    expect(plain['/v1/links/{id}']?.['get']).not.toHaveProperty('x-codeSamples');
    expect(timesRead).toBe(1);
  });
});

describe('/llms.txt', () => {
  it('says what the interface is, and each operation in a line of its resource', async () => {
    const { statusCode, headers, body } = await get('/llms.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toMatch(/^# Sample & Co\n\n> A sample\.\n\nMore\.\n\n## Documents\n/);
    expect(body).toMatch(/\n## Short links\n\nLinks that are short\.\n\n- `/);
    expect(body).toMatch(/\n- `GET \/v1\/links\/\{id\}`: .+ \(\w+\)\n/);
    for (const path of ['/openapi.json', '/docs', '/llms-full.txt'])
      expect(body).toMatch(new RegExp(`\\(http://[^)]+${path}\\)`));
  });

  it('has a longer form with parameters, bodies, codes and fields', async () => {
    const { body } = await get('/llms-full.txt');
    expect(body).toMatch(/### PATCH \/v1\/links\/\{id\}\n\n.+operation `links\.update`, scope `\w+`/);
    expect(body).toMatch(/\n- path `id`, required: Id of the link|\n- path `id`, required: /);
    expect(body).toMatch(/\n- answers: 200 Link; 400 invalid_request/);
    expect(body).toMatch(/### Problem\n\n.+\n\n- `type` \(string, required\): /);
  });
});

describe('/errors/{code}', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each([...CODES.keys()])('has a page for browsers: %s', async (code) => {
    const page = await get(`/errors/${code}`, browser);
    expect([page.statusCode, page.headers['content-type'], page.headers['vary']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept',
    ]);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
    const text = page.body.replace(/<[^>]+>/g, ' ');
    for (const part of ['What happened', 'What to do', 'Example', `HTTP ${CODES.get(code)?.status ?? ''}`])
      expect(text).toContain(part);
    expect(text).toContain(`${PUBLIC_URL}/errors/${code}`);
    expect(page.body.replace(/<pre.*<\/pre>/s, '')).not.toContain('`');
  });

  it('is JSON for everybody else, and for a code that is not known', async () => {
    const answer = await get('/errors/alias_taken', { accept: '*/*' });
    expect([answer.headers['content-type'], answer.headers['vary']]).toEqual([
      'application/json; charset=utf-8',
      'Accept',
    ]);
    expect(answer.json()).toMatchObject({ code: 'alias_taken', status: 409 });
    for (const code of ['nonsense', 'constructor'])
      expect((await get(`/errors/${code}`, browser)).json()).toMatchObject({ code: 'not_found' });
  });
});
