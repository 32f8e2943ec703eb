import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { closeUnread, watchPieces } from './body-pieces';

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunks = (count: number, text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`.repeat(count);

let server: Server;
let client: Socket;
let refused: string[];
let received: string;

type Answer = (request: IncomingMessage) => Promise<string>;

const open = async (answer: Answer): Promise<void> => {
  refused = [];
  received = '';
  server = createServer((request, response) => {
    watchPieces(server, request, response);
    request.on('error', () => undefined);
    void answer(request).then(
      (text) => response.end(text),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  server.on('clientError', (error: Error, socket) => {
    refused.push(error.message);
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    closeUnread(socket as Socket);
  });
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.on('data', (bytes: Buffer) => (received += bytes.toString()));
};

/** Reads the whole body. */
const read: Answer = async (request) => {
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) length += piece.length;
  return String(length);
};

afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

describe('a body in chunks', () => {
  it('is read whole in lines of a usual length, and its connection stays', async () => {
    await open(read);
    client.write(`${HEAD}${chunks(20_000, 'https://example.com/,alias\n')}0\r\n\r\n${HEAD}0\r\n\r\n`);
    while (received.split('HTTP/1.1 200').length < 3) await once(client, 'data');
    expect([received.includes('540000'), refused]).toEqual([true, []]);
  });

  it('is refused in pieces of a byte', async () => {
    await open(read);
    client.write(`${HEAD}${chunks(100_000, 'a')}`);
    await once(client, 'close');
    expect(refused).toEqual(['the body comes in pieces that are too small']);
    expect(received).toContain('400 Bad Request');
  });

  it('is read no further once its request has been answered, and the answer arrives', async () => {
    let request: IncomingMessage | undefined;
    await open((asked) => Promise.resolve((request = asked) && 'no'));
    client.write(HEAD);
    await once(client, 'data');
    const flood = setInterval(() => client.write(chunks(10_000, 'a')), 1);
    await once(client, 'close');
    clearInterval(flood);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
    expect([request?.complete, (request?.socket.bytesRead ?? 0) < 1_000_000]).toEqual([false, true]);
  });
});
