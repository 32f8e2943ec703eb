import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createLogger } from '@platform/telemetry';
import { allowBody, demandBody } from './body-deadline';
import { clientErrorHandler } from './http-server';

const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';

let server: Server;
let client: Socket;
let late: unknown[];

/** Sends a request to a server that gives its body `ms` milliseconds. */
const open = async (bytes: string, ms: number): Promise<IncomingMessage> => {
  late = [];
  server = createServer((request) => demandBody(server, request, ms)).listen(0, '127.0.0.1');
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    late.push(error.code);
    socket.destroy();
  });
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).write(bytes);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return request.on('error', () => undefined);
};

afterEach(() => {
  client.destroy();
  server.close();
});

describe('the body of a request', () => {
  it('ends the connection when it does not arrive in time, though the client keeps its side open', async () => {
    // Node itself would look after half a minute.
    server = createServer({ connectionsCheckingInterval: 600_000 }, (request) => {
      request.on('error', () => undefined);
      demandBody(server, request, 20);
    });
    server.on('clientError', clientErrorHandler('https://go.example.com', createLogger({ level: 'silent' })));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
    client.on('error', () => undefined).write(`${POST}ab`);
    const [bytes] = (await once(client, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 408 /);
    const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    while ((await connections()) > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(client.destroyed).toBe(false);
  });

  it('ends the request when it does not arrive in time', async () => {
    await open(`${POST}ab`, 20);
    await once(client, 'close');
    expect(late).toEqual(['ERR_HTTP_REQUEST_TIMEOUT']);
  });

  it('may be given more time', async () => {
    const request = await open(`${POST}ab`, 600_000);
    allowBody(request, 20);
    await once(client, 'close');
    expect(late).toEqual(['ERR_HTTP_REQUEST_TIMEOUT']);
  });

  it('that has arrived, or that a request does not have, has no deadline', async () => {
    for (const bytes of [`${POST}abcd`, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const request = await open(bytes, 0);
      for await (const _ of request);
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(late).toEqual([]);
      client.destroy();
      server.close();
    }
  });
});
