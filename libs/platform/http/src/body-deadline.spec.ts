import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { allowBody, demandBody } from './body-deadline';

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
