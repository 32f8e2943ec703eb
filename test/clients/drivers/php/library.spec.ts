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
      ...['If-Match', 'Idempotency-Key'].map((name) => `The header ${name} has characters that no header can have.`),
      'The API key has characters that no key has, for example a line break at its end.',
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
      return await run(`<?php require 'vendor/autoload.php';\n${program}`, ['zend.exception_ignore_args=0'], {
        WAYMARK_BASE_URL: url,
      });
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

  /** Answers with these statuses, one after the other, at once where they fail. */
  const answering = (...statuses: readonly number[]): RequestListener => {
    const left = [...statuses];
    return (_request, answer) => {
      const status = left.shift() ?? 500;
      answer.writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '0' });
      answer.end(status === 204 ? undefined : JSON.stringify({ id: 'link_1', code: `code_${status}` }));
    };
  };

  it.each([
    [[503, 404], 'done'],
    [[429, 503, 404], 'done'],
    [[429, 404], 'NotFoundException'],
    [[429, 429, 404], 'NotFoundException'],
  ])('takes a DELETE that is answered %j as %s', async (statuses, said) => {
    const program = `try { (new Waymark\\Waymark())->links->delete('link_1'); echo 'done'; }
      catch (Waymark\\Exception\\ApiException $error) { echo (new ReflectionClass($error))->getShortName(); }`;
    expect(await printedAgainst(answering(...statuses), program)).toBe(said);
  });

  it('repeats a DELETE whose kept connection was closed, under one key', async () => {
    const seen: unknown[] = [];
    const printed = await printedAgainst(
      (request, answer) => {
        seen.push([request.method, request.headers['x-waymark-retry'], request.headers['idempotency-key']]);
        if (seen.length === 2) return void request.socket.destroy();
        answer.writeHead(request.method === 'GET' ? 200 : 204, { 'content-type': 'application/json' });
        answer.end(request.method === 'GET' ? '{"count":1}' : undefined);
      },
      `$waymark = new Waymark\\Waymark();
      echo $waymark->links->count()->count;
      $waymark->links->delete('link_1', new Waymark\\RequestOptions(idempotencyKey: 'mine'));
      echo ' deleted';`,
    );
    expect([printed, seen]).toEqual([
      '1 deleted',
      [
        ['GET', undefined, undefined],
        ['DELETE', undefined, 'mine'],
        ['DELETE', '1', 'mine'],
      ],
    ]);
  });

  it('waits by the clock of the server, and never longer than 8 s where it names no time', async () => {
    const printed = await run(`<?php require 'vendor/autoload.php';
      use Waymark\\Exception\\ApiException;
      $date = fn (int $at) => gmdate('D, d M Y H:i:s', $at) . ' GMT';
      echo json_encode([
          ApiException::of(503, ['retry-after' => $date(1_000_030), 'date' => $date(1_000_000)], '')->retryAfter,
          ApiException::of(503, ['retry-after' => $date(1_000_000), 'date' => $date(1_000_030)], '')->retryAfter,
          ApiException::of(503, ['retry-after' => '7'], '')->retryAfter,
          round(ApiException::of(503, ['retry-after' => $date(time() + 30)], '')->retryAfter / 30, 1),
          max(array_map(fn (int $attempt) => Waymark\\Retry::delay($attempt, null), range(0, 99))) <= 8,
      ]);`);
    expect(JSON.parse(printed)).toEqual([30, 0, 7, 1, true]);
  });

  it('gives the last response of a call, once', async () => {
    const printed = await printedAgainst(
      answering(503, 200, 503, 503, 503, 503, 404),
      `$waymark = new Waymark\\Waymark();
      $options = new Waymark\\RequestOptions(onResponse: function ($response) { echo $response->status, ' ', $response->text() !== '' ? 'whole' : '', ', '; });
      $waymark->links->get('link_1', options: $options);
      try { $waymark->links->get('link_1', options: $options); } catch (Waymark\\Exception\\ServerException) { }
      $waymark->links->delete('link_1', options: $options);`,
    );
    expect(printed).toBe('200 whole, 503 whole, 404 whole, ');
  });

  it('does not repeat a call for what fails within onResponse', async () => {
    let count = 0;
    const printed = await printedAgainst(
      (request, answer) => {
        count += 1;
        answering(200)(request, answer);
      },
      `$options = new Waymark\\RequestOptions(onResponse: fn () => throw new Waymark\\Exception\\ConnectionException('mine'));
      try { (new Waymark\\Waymark())->links->get('link_1', options: $options); } catch (Waymark\\Exception\\ConnectionException $error) { echo $error->getMessage(); }`,
    );
    expect([printed, count]).toEqual(['mine', 1]);
  });

  it('replaces headers of any case', async () => {
    let sent: readonly string[] = [];
    await printedAgainst((request, answer) => {
      sent = request.rawHeaders.filter((_, index) => index % 2 === 0);
      answering(200)(request, answer);
      expect(request.headers).toMatchObject({ 'user-agent': 'mine', accept: 'text/x' });
    }, `(new Waymark\\Waymark())->links->get('link_1', new Waymark\\RequestOptions(headers: ['user-agent' => 'mine', 'ACCEPT' => 'text/x']));`);
    expect(sent.map((name) => name.toLowerCase()).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'authorization', 'host', 'user-agent'],
    ]);
  });

  it('gives the first page of a list with the cursor of the next one', async () => {
    const queries: unknown[] = [];
    const printed = await printedAgainst(
      (request, answer) => {
        queries.push(request.url);
        answer.writeHead(200, { 'content-type': 'application/json' });
        answer.end(JSON.stringify({ data: [], meta: { next_cursor: 'next' } }));
      },
      `$links = (new Waymark\\Waymark())->links;
      echo $links->list()->first()->raw['meta']['next_cursor'];
      foreach ([['page' => 2], ['sort' => 'clicks'], ['cursor' => 'c']] as $query) $links->list($query)->first();`,
    );
    expect([printed, queries]).toEqual([
      'next',
      ['/v1/links?cursor=', '/v1/links?page=2', '/v1/links?sort=clicks', '/v1/links?cursor=c'],
    ]);
  });

  it('sends a file by the type of its name, and none whose end cannot be read', async () => {
    const ended: unknown[] = [];
    const printed = await printedAgainst(
      (request, answer) => {
        request.resume().on('end', () => {
          ended.push(request.headers['content-type']);
          answer.writeHead(202, { 'content-type': 'application/json' }).end('{"id":"imp_1"}');
        });
      },
      `use Waymark\\Upload;
      final class Failing {
          public $context;
          private int $reads = 0;
          public function stream_open() { return true; }
          public function stream_read(int $length) { return $this->reads++ === 0 ? 'destination_url' : false; }
          public function stream_eof() { return false; }
          public function stream_stat() { return []; }
      }
      stream_wrapper_register('failing', Failing::class);
      $imports = (new Waymark\\Waymark())->imports;
      foreach (['a.csv', 'a.ndjson', 'a.JSONL', 'a.json'] as $name) {
          file_put_contents($name, 'x');
          $imports->create(Upload::fromPath($name));
      }
      $imports->create(Upload::fromString('x', 'application/x-ndjson'));
      try { $imports->create(Upload::fromStream(fopen('failing://file', 'rb'))); echo 'sent'; }
      catch (RuntimeException $error) { echo $error->getMessage(); }`,
    );
    const lines = 'application/x-ndjson';
    expect([printed, ended]).toEqual(['The file cannot be read to its end.', ['text/csv', lines, lines, lines, lines]]);
  });

  it('takes its settings from where loaders and web servers put them', async () => {
    const seen: unknown[] = [];
    await printedAgainst(
      (request, answer) => {
        seen.push(request.headers.authorization);
        answering(200)(request, answer);
      },
      `putenv('WAYMARK_API_KEY'); unset($_ENV['WAYMARK_API_KEY'], $_SERVER['WAYMARK_API_KEY']);
      $_SERVER['WAYMARK_API_KEY'] = 'of-the-server'; (new Waymark\\Waymark())->links->get('link_1');
      $_ENV['WAYMARK_API_KEY'] = 'of-a-loader'; (new Waymark\\Waymark())->links->get('link_1');
      putenv('WAYMARK_API_KEY=of-the-process'); (new Waymark\\Waymark())->links->get('link_1');`,
    );
    expect(seen).toEqual(['Bearer of-the-server', 'Bearer of-a-loader', 'Bearer of-the-process']);
  });

  it('refuses what cannot be a key or a base URL, without telling it', async () => {
    const printed = await run(
      `<?php require 'vendor/autoload.php';
      foreach ([
          ['baseUrl' => 'http://user:hidden@host'],
          ['baseUrl' => 'http://user:hidden/@host'],
          ['baseUrl' => 'host?hidden'],
          ['baseUrl' => 'ftp://host/hidden'],
          ['baseUrl' => 'http://host?hidden'],
          ['apiKey' => "hidden\n"],
      ] as $given) {
          foreach ([Waymark\\Waymark::class, Waymark\\RequestOptions::class] as $class) {
              try { new $class(...$given); echo 'taken'; }
              catch (InvalidArgumentException $error) { echo preg_match('/^The (base URL|API key) /', $error->getMessage()); var_dump($error->getTrace()); }
          }
      }`,
      ['zend.exception_ignore_args=0'],
    );
    expect(printed).not.toMatch(/taken|hidden/);
    expect(printed.match(/^1/gm)).toHaveLength(12);
  });

  it('shows no secret in dumps and call stacks', async () => {
    const printed = await printedAgainst(
      (request, answer) => {
        if (request.url !== '/v1/auth/login') return answering(400)(request, answer);
        answer.writeHead(200, { 'content-type': 'application/json' });
        answer.end(JSON.stringify({ access_token: 'hidden', refresh_token: 'hidden', expires_in: 900 }));
      },
      `$waymark = new Waymark\\Waymark(apiKey: 'svc_live_hidden_hidden_hidden');
      $options = new Waymark\\RequestOptions(apiKey: 'hidden', headers: ['Cookie' => 'hidden', 'X-One' => 'shown']);
      $session = $waymark->auth->login(['email' => 'a@example.com', 'password' => 'hidden']);
      echo $session->access_token === 'hidden' && $session->raw['refresh_token'] === 'hidden' ? 'given ' : '';
      var_dump($session, $options); print_r($session);
      $thrown = [];
      foreach ([
          fn () => $waymark->auth->register(['password' => 'hidden']),
          fn () => $waymark->links->create(['destination_url' => 'x', 'password' => 'hidden'], $options),
          fn () => $waymark->links->updateMany([['id' => 'a', 'password' => 'hidden']]),
          fn () => $waymark->links->create(['password' => 'hidden', 'title' => NAN]),
          fn () => $waymark->links->get('link_1', new Waymark\\RequestOptions(apiKey: 'hidden', headers: ["bad\n" => 'x'])),
          fn () => (new Waymark\\Waymark(baseUrl: 'http://127.0.0.1:1', apiKey: 'hidden', maxRetries: 0))->auth->login(['password' => 'hidden']),
      ] as $call) {
          try { $call(); } catch (Throwable $error) { $thrown[] = $error::class; var_dump($error->getTrace()); echo $error; }
      }
      echo count($thrown);`,
    );
    expect(printed).toMatch(/^given /);
    expect(printed).toContain('shown');
    expect(printed).toMatch(/6$/);
    expect(printed).not.toContain('hidden');
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
