import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { type Egress, createEgress } from '@platform/egress';
import { eventually } from '../../../../test/support/programs';
import { type WebhookReceiver, hang, startReceiver, withStatus } from '../../../../test/support/webhook-receiver';
import { attemptDelivery } from './attempt';

const tls = (name: string): string =>
  readFileSync(join(__dirname, '..', '..', '..', '..', 'test', 'fixtures', 'tls', name), 'utf8');

let receiver: WebhookReceiver;
let egress: Egress;

beforeAll(async () => {
  receiver = await startReceiver();
  egress = createEgress({ allow: ['127.0.0.1', 'localhost'], dnsServers: [], ownHosts: ['own.test'] });
});
afterAll(async () => {
  await egress.close();
  await receiver.close();
});

const attempt = (url: string, options: { deadlineMs?: number; signal?: AbortSignal } = {}) =>
  attemptDelivery({
    // The real deadline is too long for a spec; all else is as it is.
    egress: {
      request: (target, request) =>
        egress.request(target, { ...request, ...(options.deadlineMs && { deadlineMs: options.deadlineMs }) }),
    },
    url,
    event_id: 'evt_1',
    body: '{"id":"evt_1"}',
    secrets: [Buffer.alloc(32, 1)],
    signal: options.signal ?? new AbortController().signal,
  });

describe('an attempt', () => {
  it('posts the body with the headers of Standard Webhooks, and succeeds by any 2xx', async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      receiver.answer(`/${status}`, withStatus(status, { 'x-answer': 'yes' }));
      expect(await attempt(receiver.url(`/${status}`))).toMatchObject({
        outcome: 'delivered',
        error: null,
        response: { status, headers: { 'x-answer': 'yes' }, body: '' },
      });
    }
    expect(receiver.at('/200')[0]).toMatchObject({
      body: '{"id":"evt_1"}',
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'evt_1',
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
      },
    });
  });

  it.each([400, 401, 404, 429, 500, 503])('fails by status %i, and keeps the answer', async (status) => {
    receiver.answer(`/${status}`, (response) => response.writeHead(status).end('no\0 thanks'));
    expect(await attempt(receiver.url(`/${status}`))).toMatchObject({
      outcome: 'failed',
      error: `answered with status ${status}`,
      response: { status, body: 'no\ufffd thanks' },
    });
  });

  it('learns from a 410 that the endpoint is gone', async () => {
    receiver.answer('/gone', withStatus(410));
    expect(await attempt(receiver.url('/gone'))).toMatchObject({ outcome: 'gone', response: { status: 410 } });
  });

  it('follows no redirect', async () => {
    receiver.answer('/from', withStatus(302, { location: receiver.url('/to') }));
    expect(await attempt(receiver.url('/from'))).toMatchObject({
      outcome: 'failed',
      error: 'answered with status 302; redirects are not followed',
    });
    expect(receiver.at('/to')).toEqual([]);
  });

  it('returns the wait that the endpoint asks for', async () => {
    receiver.answer('/later', withStatus(503, { 'retry-after': '30' }));
    expect(await attempt(receiver.url('/later'))).toMatchObject({ retryAfterMs: 30_000 });
  });

  it('does not count when our own shutdown cuts it off', async () => {
    receiver.answer('/cut', hang);
    const cutting = new AbortController();
    const cut = attempt(receiver.url('/cut'), { signal: cutting.signal });
    await eventually(() => expect(receiver.at('/cut')).toHaveLength(1));
    cutting.abort();
    expect(await cut).toBeUndefined();
  });
});

describe('a hostile endpoint', () => {
  it('that never answers costs no more than the deadline', async () => {
    receiver.answer('/hang', hang);
    expect(await attempt(receiver.url('/hang'), { deadlineMs: 200 })).toMatchObject({
      outcome: 'failed',
      error: 'has not answered within 0.2 s',
      response: null,
    });
  });

  it('that answers byte by byte costs no more than the deadline', async () => {
    const drip = (response: ServerResponse): void => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(timer));
    };
    receiver.answer('/drip', drip);
    expect(await attempt(receiver.url('/drip'), { deadlineMs: 300 })).toMatchObject({
      outcome: 'failed',
      error: 'has not answered within 0.3 s',
    });
  });

  it('that breaks off in the middle of its answer has not answered', async () => {
    receiver.answer('/reset', (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a part', () => response.socket?.resetAndDestroy());
    });
    expect(await attempt(receiver.url('/reset'))).toMatchObject({ outcome: 'failed', error: 'could not be reached' });
  });

  it('that answers with a gigabyte is read to 64 kB, and 4 kB are kept', async () => {
    let sent = 0;
    const flood = (response: ServerResponse): void => {
      response.writeHead(200, { 'content-length': String(2 ** 30) });
      const chunk = Buffer.alloc(65_536, 'é');
      const more = (): void => {
        while (!response.destroyed && sent < 2 ** 30) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    };
    receiver.answer('/flood', flood);
    const result = await attempt(receiver.url('/flood'));
    expect(result).toMatchObject({ outcome: 'delivered' });
    expect(Buffer.byteLength(result?.response?.body ?? '')).toBe(4_096);
    expect(sent).toBeLessThan(2 ** 26);
  });

  it('that speaks no HTTP is a failure', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('220 mail.example.com ESMTP\r\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await attempt(`http://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'failed',
      error: 'does not answer in valid HTTP',
    });
    server.close();
  });

  it('with a certificate of an unknown authority is not reached', async () => {
    const server = createHttpsServer({ key: tls('server.key'), cert: tls('server.pem') }, (_, response) =>
      response.writeHead(200).end(),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await attempt(`https://localhost:${port}/`)).toMatchObject({
      outcome: 'failed',
      error: 'has no certificate that is valid for its name',
      response: null,
    });
    server.close();
  });

  it('that has moved to an address of this network is not reached', async () => {
    for (const url of [
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://0x7f000002/',
      'https://own.test/',
      'ftp://a.example/',
    ])
      expect(await attempt(url)).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/^must /) });
  });
});
