import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createMetrics } from '@platform/telemetry';
import { closeGate, createSample, type Sample, slow } from '../../../../test/support/http-sample';
import { drain } from '.';

let sample: Sample;
let port: number;

const start = async (options: Parameters<typeof createSample>[0] = {}) => {
  sample = await createSample(options);
  await sample.app.listen(0, '127.0.0.1');
  port = (sample.app.getHttpServer().address() as AddressInfo).port;
};
afterEach(() => sample.app.close());

/** Everything that the server sends for these bytes until it closes the connection. */
const say = async (bytes: string | Buffer, how: 'write' | 'end' = 'write'): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
  socket[how](bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
};

const answerOf = (text: string) => {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(status.split(' ')[1]), headers, body };
};

describe('on a bare socket', () => {
  beforeEach(() => start());

  it.each([
    ['garbage', 'hello there\r\n\r\n', 400, 'invalid_request'],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex'), 400, 'invalid_request'],
    ['an unknown method', 'FROB / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: a\r\nx y: 1\r\n\r\n', 400, 'invalid_request'],
    [
      'two lengths',
      'POST /v1/links HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'length and chunks at once',
      'POST /v1/links HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'a bad chunk',
      'POST /v1/links HTTP/1.1\r\nHost: a\r\nX-API-Key: good\r\nContent-Type: ' +
        'application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'invalid_request',
    ],
    ['a huge header', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    [
      'two Hosts',
      'GET /health/live HTTP/1.1\r\nHost: a\r\nHOST: a\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'no Host beside the host of the target',
      'GET http://a/health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['a strange target', 'GET *x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'not_found'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'not_found'],
    [
      'chunks over the limit',
      `POST /v1/links HTTP/1.1\r\nHost: a\r\nX-API-Key: good\r\nContent-Type: application/json\r\nConnection: ` +
        `close\r\nTransfer-Encoding: chunked\r\n\r\n120000\r\n${'x'.repeat(0x120000)}\r\n0\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ])('%s gets the one error shape', async (_what, bytes, status, code) => {
    const answer = answerOf(await say(bytes));
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'content-length': String(Buffer.byteLength(answer.body)),
      'x-robots-tag': 'noindex',
    });
    expect(JSON.parse(answer.body)).toMatchObject({ code, status, request_id: answer.headers['x-request-id'] });
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  it('an unknown expectation is ignored, and HTTP/1.0 needs no Host', async () => {
    expect(
      answerOf(await say('GET /health/live HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n'))
        .status,
    ).toBe(200);
    expect(answerOf(await say('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it.each(['/v1/links?tags=a', 'http://a.test/v1/links?tags=a', 'HTTPS://a.test:8443/v1/links?tags=a'])(
    'the target %s is taken, whatever its form',
    async (target) => {
      const headers = 'Host: b.test\r\nX-API-Key: good\r\nConnection: close';
      const { status, body } = answerOf(await say(`GET ${target} HTTP/1.1\r\n${headers}\r\n\r\n`));
      expect([status, JSON.parse(body).data]).toEqual([200, [expect.objectContaining({ tags: ['a'] })]]);
    },
  );

  it('bytes after the last request of a connection get no answer', async () => {
    const text = await say('DELETE /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\ntrailing');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
    const late = await say('GET /v1/links?api_key=good HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\ntrailing');
    expect(late.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });

  it('a refused body leaves the connection usable', async () => {
    const body = 'x'.repeat(2_000_000);
    const text = await say(
      `POST /v1/links HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ` +
        `${body.length}\r\n\r\n${body}GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });
});

describe('a body that breaks off', () => {
  const HEAD = 'POST /v1/links HTTP/1.1\r\nHost: a\r\nX-API-Key: good\r\nContent-Type: application/json\r\n';

  it.each([
    ['its client leaves', `${HEAD}Content-Length: 20\r\n\r\n{"`, 'end'],
    ['a chunk is no chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n-2\r\n`, 'write'],
  ] as const)('is no fault of ours: %s', async (_why, bytes, how) => {
    const metrics = createMetrics();
    await start({ metrics });
    await say(bytes, how);
    await until(() => Promise.resolve(sample.logs.length > 0));
    expect(sample.logs.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'info', route: '/v1/links', code: 'invalid_request' }),
    ]);
    expect(await metrics.registry.metrics()).not.toMatch(/status="5/);
  });
});

describe('a raw handler', () => {
  it('gets each request first, passes on what it leaves, and fails as a 500', async () => {
    await start({
      rawHandler: (request, response) => {
        if (request.url === '/boom') throw new Error('hunter2');
        if (request.url !== '/promo') return false;
        response.writeHead(302, { location: 'https://example.com' }).end();
        return true;
      },
    });
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    expect([(await get('/promo')).status, (await get('/health/live')).status]).toEqual([302, 200]);
    const broken = await get('/boom');
    expect([broken.status, broken.headers.get('content-type'), await broken.json()]).toEqual([
      500,
      'application/problem+json',
      expect.objectContaining({ code: 'internal_error', detail: expect.not.stringContaining('hunter2') }),
    ]);
  });
});

describe('a target with a host', () => {
  it('reaches the raw handler as a path, and its host is the one that counts', async () => {
    await start({
      rawHandler: ({ url, headers }, response) => {
        response.writeHead(200, { 'x-seen': `${headers.host}${url}` }).end();
        return true;
      },
    });
    const seen = async (target: string) =>
      answerOf(await say(`GET ${target} HTTP/1.1\r\nHost: b.test\r\nConnection: close\r\n\r\n`)).headers['x-seen'];
    const targets = [
      '/promo',
      'http://a.test/promo?x=1',
      'https://a.test:8443',
      'http://a.test?x=1',
      'http://u@a.test/',
    ];
    expect(await Promise.all(targets.map(seen))).toEqual([
      'b.test/promo',
      'a.test/promo?x=1',
      'a.test:8443/',
      'a.test/?x=1',
      'b.testhttp://u@a.test/',
    ]);
  });
});

describe('draining', () => {
  it('answers requests under way, accepts none, and ends as soon as all are answered', async () => {
    await start();
    closeGate();
    const inFlight = fetch(`http://127.0.0.1:${port}/v1/slow`);
    await untilConnections(1);
    const deadline = 240_000;
    const ending = drain(sample.app, { deadline });
    await expect(refusedOnceDraining()).resolves.toBe(true);
    slow.open();
    const answer = await inFlight;
    expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
    const began = performance.now();
    await ending;
    expect(performance.now() - began).toBeLessThan(deadline / 2);
  });

  it('is reported as not ready from its start', async () => {
    await start();
    const ending = drain(sample.app, { notice: 10_000 });
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
    expect([answer.status, answer.headers.get('connection'), await answer.json()]).toEqual([
      503,
      'close',
      expect.objectContaining({ code: 'unavailable', checks: {} }),
    ]);
    await ending;
  });

  it('cuts requests that do not end by the deadline', async () => {
    await start();
    closeGate();
    const stuck = fetch(`http://127.0.0.1:${port}/v1/slow`).then(
      () => 'answered',
      () => 'cut',
    );
    await untilConnections(1);
    await drain(sample.app, { deadline: 700 });
    expect(await stuck).toBe('cut');
    slow.open();
  });
});

const until = async (met: () => Promise<boolean>): Promise<boolean> => {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline;) {
    if (await met()) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('not met within 120 s');
};

const untilConnections = (count: number) =>
  until(
    () =>
      new Promise((resolve, reject) => {
        sample.app.getHttpServer().getConnections((error, open) => (error ? reject(error) : resolve(open === count)));
      }),
  );

const refusedOnceDraining = () =>
  until(
    () =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.on('connect', () => (socket.destroy(), resolve(false))).on('error', () => resolve(true));
      }),
  );
