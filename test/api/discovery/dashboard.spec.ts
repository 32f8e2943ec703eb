import { send } from '../../support/waymark';
import { gatewayUnderTest } from '../support/product';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send<string>(gatewayUnderTest(), method, path, { headers });

const filesOf = (page: string): readonly string[] =>
  [...page.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map(([, file = '']) => file);

describe('/app/', () => {
  it('has the page, which is asked for anew each time and runs nothing but its own files', async () => {
    const { status, headers, text } = await ask('/app/');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
    expect(policy).toMatch(/ base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'$/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=/);
  });

  it('has files that are kept for good, since their names say what is in them', async () => {
    const files = filesOf((await ask('/app/')).text);
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const { status, headers } = await ask(file);
      expect([file, status, headers['cache-control']]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    }
  });

  it('sends each file as small as the browser takes it', async () => {
    const script = filesOf((await ask('/app/')).text).find((file) => file.endsWith('.js')) ?? '';
    const plain = await ask(script);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect([plain.headers['vary'], plain.headers['content-type']]).toEqual([
      'Accept-Encoding, Origin',
      'text/javascript; charset=utf-8',
    ]);
    const encodings = [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
    ] as const;
    const length = Number(plain.headers['content-length']);
    for (const [accepted, encoding] of encodings) {
      const { headers } = await ask(script, { 'accept-encoding': accepted }, 'HEAD');
      expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding]);
      expect(Number(headers['content-length'])).toBeLessThan(length / 2);
    }
    const none = await ask(script, { 'accept-encoding': 'br;q=0, gzip;q=0.0' }, 'HEAD');
    expect([none.headers['content-encoding'], Number(none.headers['content-length'])]).toEqual([undefined, length]);
  });

  it('is the page for every path that may be a screen, and nothing for files that are not there', async () => {
    const page = (await ask('/app/')).text;
    for (const path of ['/app/sign-in', '/app/ws_1/links/link_1?as_of=2026-01-01', '/app/no/such/screen'])
      expect([path, (await ask(path)).text === page]).toEqual([path, true]);
    for (const path of [
      '/app/assets/none.js',
      '/app/assets/',
      '/app/none.png',
      '/app/..%2fpackage.json',
      '/app/index.html.br',
    ])
      expect([path, (await ask(path, HTML)).body]).toMatchObject([path, { code: 'not_found' }]);
    expect(await ask('/app')).toMatchObject({ status: 308, headers: { location: '/app/' } });
    expect(await ask('/application', HTML)).toMatchObject({ status: 404 });
    expect(await ask('/app/', {}, 'POST')).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  });

  it('is on our own host and on the addresses of the machine, and on no other', async () => {
    const { port } = gatewayUnderTest();
    for (const host of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`])
      expect([host, (await ask('/app/', { host })).status]).toEqual([host, 200]);
    for (const host of ['links.brand.example', 'localhost.evil.example', '127.0.0.1.evil.example'])
      for (const path of ['/app/', '/app/sign-in', '/app', '/'])
        expect([host, path, (await ask(path, { host, ...HTML })).status]).toEqual([host, path, 404]);
  });
});

describe('/', () => {
  it('leads browsers to the dashboard, and is nothing for programs', async () => {
    expect(await ask('/', HTML)).toMatchObject({ status: 302, headers: { location: '/app/', vary: 'Accept, Origin' } });
    expect(await ask('/', { accept: '*/*' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await ask('/')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
