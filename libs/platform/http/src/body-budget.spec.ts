import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createSample, type Sample } from '../../../../test/support/http-sample';

let sample: Sample;
let port: number;
let clients: Socket[];

beforeEach(async () => {
  clients = [];
  sample = await createSample({ trustProxy: true });
  await sample.app.listen(0, '127.0.0.1');
  port = (sample.app.getHttpServer().address() as AddressInfo).port;
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await sample.app.close();
});

type Head = readonly [method: string, path: string, ...lines: string[]];

const send = ([method, path, ...lines]: Head, body: string): Socket => {
  const client = connect(port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => undefined);
  const head = [`${method} ${path} HTTP/1.1`, 'Host: a', 'Content-Type: application/json', ...lines];
  client.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return client;
};

const statusOf = async (client: Socket): Promise<number> => {
  const [bytes] = (await once(client, 'data')) as [Buffer];
  return Number(bytes.toString('latin1').split(' ')[1]);
};

const BULK = (key: string): Head => ['POST', '/v1/bulk', `X-API-Key: ${key}`, 'Content-Length: 5000000'];
const whole = `[${' '.repeat(4_999_997)}1]`;

/** Requests whose bodies stop a byte before their end, once the server has heard of all of them. */
const stall = async (times: number, head: Head, body: string): Promise<Socket[]> => {
  const before = sample.seen.length;
  const stalled = Array.from({ length: times }, () => send(head, body.slice(0, -1)));
  while (sample.seen.length < before + times) await new Promise((resolve) => setImmediate(resolve));
  return stalled;
};

describe('bodies that are under way', () => {
  it('of one workspace are 32 MB at most; then it is a 429, and others are served', async () => {
    const stalled = await stall(6, BULK('good'), whole);
    expect(await statusOf(send(BULK('good'), whole))).toBe(429);
    expect(await statusOf(send(BULK('other'), whole))).toBe(200);
    stalled[0]?.write(whole.slice(-1));
    expect(await statusOf(stalled[0]!)).toBe(200);
    expect(await statusOf(send(BULK('good'), whole))).toBe(200);
  });

  it('count no more once their clients are gone', async () => {
    const stalled = await stall(6, BULK('good'), whole);
    for (const client of stalled) client.destroy();
    let status = 429;
    while (status === 429) status = await statusOf(send(BULK('good'), whole));
    expect(status).toBe(200);
  });

  it('count as much as may come where their heads do not say it', async () => {
    await stall(6, ['POST', '/v1/bulk', 'X-API-Key: good', 'Transfer-Encoding: chunked'], '1\r\n[\r\n0');
    expect(await statusOf(send(BULK('good'), whole))).toBe(429);
  });

  it('without a credential are 1 MB of one network at most', async () => {
    const login = (address: string): Head => [
      'POST',
      '/v1/login',
      `X-Forwarded-For: ${address}`,
      'Content-Length: 65536',
    ];
    const body = `{${' '.repeat(65_534)}}`;
    await stall(16, login('2001:db8::1'), body);
    expect(await statusOf(send(login('2001:db8::2'), body))).toBe(429);
    expect(await statusOf(send(login('2001:db8:1::2'), body))).toBe(200);
  });

  it('of all are 128 MB at most; then usual requests of those who hold little are served all the same', async () => {
    const idle = (key: string, bytes: number): Head => [
      'POST',
      '/v1/bulk',
      `X-API-Key: ${key}`,
      `Content-Length: ${bytes}`,
    ];
    for (const key of ['ws_a', 'ws_b', 'ws_c', 'ws_d', 'ws_e']) await stall(5, idle(key, 5_000_000), '[]');
    await stall(1, idle('ws_f', 5_000_000), '[]');
    await stall(1, idle('ws_f', 4_217_726), '[]');
    expect(await statusOf(send(BULK('ws_g'), whole))).toBe(503);
    const usual = `[${' '.repeat(60_000)}1]`;
    const small = (key: string): Head => ['POST', '/v1/bulk', `X-API-Key: ${key}`, `Content-Length: ${usual.length}`];
    expect(await statusOf(send(small('ws_g'), usual))).toBe(200);
    const login: Head = ['POST', '/v1/login', 'X-Forwarded-For: 2001:db8::1', 'Content-Length: 3'];
    expect(await statusOf(send(login, '{ }'))).toBe(200);
  });
});
