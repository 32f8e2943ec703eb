import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../support/programs';
import { api, register } from '../../../support/waymark';
import { installForPhp } from '../../support/php-autoload';
import { underTest } from '../../support/under-test';

const LIBRARY = join(__dirname, '../../../../libs/clients/php');
const TLS = join(__dirname, '../../../fixtures/tls');
const { product, languages } = underTest();
const php = languages.find(({ language }) => language === 'php');
const [WALK = ''] = [...readFileSync(join(LIBRARY, 'README.md'), 'utf8').matchAll(/```php\n([^]*?)```/g)].map(
  ([, text = '']) => text,
);

const suite = (): void => {
  let folder: string;
  let key: string;
  const run = async (
    program: string,
    settings: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    writeFileSync(join(folder, 'program.php'), program);
    const env = { ...process.env, WAYMARK_BASE_URL: product.url, WAYMARK_API_KEY: key, ...more };
    const [command = ''] = php?.command ?? [];
    const options = ['error_reporting=-1', ...settings].flatMap((one) => ['-d', one]);
    const child = spawn(command, [...options, 'program.php'], { cwd: folder, env });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waymark-php-'));
    installForPhp(folder);
    const { access_token } = await eventually(() => register(product));
    const made = await api(product, access_token).post<{ key: string }>('/v1/api-keys', {
      name: 'README',
      scope: 'Read + Write',
    });
    key = made.body.key;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has a README whose walk runs as it is written', async () => {
    expect((await run(WALK)).trim().split('\n')).toEqual([
      expect.stringMatching(/^http/),
      '302 https://example.com/summer',
      'Summer',
      'exported',
      expect.stringMatching(/^alias_taken link_/),
    ]);
  });

  it('sends no id that would lead to another operation', async () => {
    const printed = await run(`<?php require 'vendor/autoload.php';
      foreach (['', '.', '..'] as $id) {
          try { (new Waymark\\Waymark())->campaigns->removeLink('cmp_1', $id); } catch (InvalidArgumentException $error) { echo $error->getMessage(); }
      }`);
    expect(printed).toBe("'' is not an id.'.' is not an id.'..' is not an id.");
  });

  it('shows no key where a client or its options are printed', async () => {
    const printed = await run(`<?php require 'vendor/autoload.php';
      $waymark = new Waymark\\Waymark();
      print_r($waymark); var_dump($waymark, new Waymark\\RequestOptions(apiKey: getenv('WAYMARK_API_KEY')));`);
    expect(printed).toContain(key.slice(0, 13));
    expect(printed).not.toContain(key);
  });

  it('sends no header that would begin another one', async () => {
    const printed = await run(`<?php require 'vendor/autoload.php';
      $waymark = new Waymark\\Waymark(maxRetries: 0);
      foreach ([
          ['ifMatch' => "\\"1\\"\\r\\nX-Evil: 1"],
          ['idempotencyKey' => "key\\n"],
          ['apiKey' => "svc_live_secret\\n"],
          ['headers' => ["X-Trace: 1\\r\\nX-Evil" => '1']],
      ] as $given) {
          try { $waymark->links->create(['destination_url' => 'https://example.com/'], new Waymark\\RequestOptions(...$given)); echo "sent\\n"; }
          catch (InvalidArgumentException $error) { echo $error->getMessage(), "\\n"; }
          catch (Waymark\\Exception\\WaymarkException) { echo "sent\\n"; }
      }`);
    expect(printed.trim().split('\n')).toEqual([
      ...['If-Match', 'Idempotency-Key', 'Authorization'].map(
        (name) => `The header ${name} has characters that no header can have.`,
      ),
      'The name of a header has characters that none can have.',
    ]);
  });

  it('gives an answer that was read before', async () => {
    const printed = await run(`<?php require 'vendor/autoload.php';
      $waymark = new Waymark\\Waymark();
      $sizes = [];
      $options = new Waymark\\RequestOptions(onResponse: function ($response) use (&$sizes) { $sizes[] = strlen($response->text()); });
      echo $waymark->links->create(['destination_url' => 'https://example.com/read'], options: $options)->destination_url, ' ';
      $file = $waymark->links->export(['format' => 'csv'], options: $options)->contents();
      echo $sizes[0] > 0 && strlen($file) === $sizes[1] ? 'whole' : 'not whole';`);
    expect(printed).toBe('https://example.com/read whole');
  });

  it('gives an answer that ended during another call', async () => {
    const server = createServer((request, answer) => {
      const isCount = request.url === '/v1/links/count';
      answer.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
      setTimeout(() => answer.end(isCount ? '{"count":7}' : '{"id":"link_1"}'), isCount ? 300 : 50);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const program = `<?php require 'vendor/autoload.php';
      $waymark = new Waymark\\Waymark(baseUrl: 'http://127.0.0.1:${(server.address() as AddressInfo).port}', maxRetries: 0, timeout: 5);
      $count = null;
      $options = new Waymark\\RequestOptions(onResponse: function () use ($waymark, &$count) { $count = $waymark->links->count()->count; });
      echo $waymark->links->get('link_1', options: $options)->id, " $count";`;
    try {
      expect(await run(program)).toBe('link_1 7');
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  /** What a program prints that calls a server with these answers; it has its address in WAYMARK_BASE_URL. */
  const printedAgainst = async (listener: RequestListener, program: string): Promise<string> => {
    const server = createServer(listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      return await run(`<?php require 'vendor/autoload.php';\n${program}`, [], { WAYMARK_BASE_URL: url });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };

  it('sends the credential of a call where none is needed, and not that of the client', async () => {
    const seen: (string | undefined)[] = [];
    const printed = await printedAgainst(
      (request, answer) => {
        seen.push(request.headers.authorization);
        answer.writeHead(200, { 'content-type': 'application/json' }).end('{"access_token":"session"}');
      },
      `$waymark = new Waymark\\Waymark();
      foreach ([new Waymark\\RequestOptions(apiKey: 'token'), null] as $options) {
          echo $waymark->auth->accept(['token' => 't'], $options)->access_token, ' ';
      }`,
    );
    expect([printed, seen]).toEqual(['session session ', ['Bearer token', undefined]]);
  });

  it('reads the answer of the server, and not that of the proxy on the way', async () => {
    const [cert, secret] = ['server.pem', 'server.key'].map((name) => readFileSync(join(TLS, name)));
    const server = createHttpsServer({ cert, key: secret }, (_request, answer) => {
      answer.writeHead(404, { 'content-type': 'application/problem+json', connection: 'close' });
      answer.end(JSON.stringify({ code: 'not_found', status: 404, detail: 'There is none.', errors: [] }));
    });
    const proxy = createServer().on('connect', (_request, incoming, head) => {
      const outgoing = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
        incoming.write('HTTP/1.1 200 Connection established\r\n\r\n');
        outgoing.write(head);
        incoming.pipe(outgoing).pipe(incoming);
      });
      incoming.on('error', () => undefined).once('close', () => outgoing.destroy());
      outgoing.on('error', () => undefined).once('close', () => incoming.destroy());
    });
    for (const one of [server, proxy]) await once(one.listen(0, '127.0.0.1'), 'listening');
    const [at, by] = [server, proxy].map((one) => (one.address() as AddressInfo).port);
    const program = `<?php require 'vendor/autoload.php';
      $waymark = new Waymark\\Waymark(baseUrl: 'https://localhost:${at}', maxRetries: 0);
      try { echo 'found ' . $waymark->links->get('link_1')->id; } catch (Waymark\\Exception\\NotFoundException $error) { echo $error->errorCode; }`;
    const env = { https_proxy: `http://127.0.0.1:${by}`, no_proxy: '', NO_PROXY: '' };
    try {
      expect(await run(program, [`curl.cainfo=${join(TLS, 'ca.pem')}`], env)).toBe('not_found');
    } finally {
      for (const one of [server, proxy]) await new Promise((resolve) => one.close(resolve));
    }
  });
};

if (php && php.skipped === undefined) describe('the PHP library', suite);
else describe.skip(`the PHP library, skipped: ${php?.skipped ?? 'CLIENTS leaves it out'}`, suite);
