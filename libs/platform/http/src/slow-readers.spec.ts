import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { eventually } from '../../../../test/support/programs';
import { type ReaderLimits, cutSlowReaders } from './slow-readers';

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });

/** A header without rows. */
const stalled = () => {
  const file = new Readable({ read: () => undefined });
  file.push('head');
  return file;
};

const LIMITS: ReaderLimits = { bytes: 1_000, every: 30_000, most: 10_000_000 };
const ends: (() => void)[] = [];

/** A server whose clock the spec turns. */
const serve = async (answer: () => Readable) => {
  const sockets: Socket[] = [];
  const server = createServer((_, response) => pipeline(answer(), response, () => undefined));
  server.on('connection', (socket: Socket) => sockets.push(socket));
  cutSlowReaders(server, LIMITS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const ask = async () => {
    const sent = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: false }).end();
    sent.on('error', () => undefined);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    ends.push(() => sent.destroy());
    return response;
  };
  return { ask, sockets };
};

const pass = (ms: number) => jest.advanceTimersByTime(ms);

describe('a reader of answers', () => {
  beforeAll(() =>
    jest.useFakeTimers({ doNotFake: ['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] }),
  );
  afterAll(() => jest.useRealTimers());
  afterEach(() => ends.splice(0).forEach((end) => end()));

  it('goes on while it reads, and is cut off when it stops', async () => {
    const { ask, sockets } = await serve(endless);
    const response = await ask();
    for (let round = 0; round < 5; round += 1) {
      let bytes = 0;
      for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
        if ((bytes += chunk.length) > 10_000_000) break;
      pass(LIMITS.every);
      expect(sockets[0]?.destroyed).toBe(false);
    }
    await eventually(() => expect(sockets[0]?.writableLength).toBeGreaterThan(0));
    pass(2 * LIMITS.every);
    await eventually(() => expect(sockets[0]?.destroyed).toBe(true));
  });

  it('is not cut off while there is nothing to read', async () => {
    const { ask, sockets } = await serve(stalled);
    await ask();
    await eventually(() => expect(sockets[0]?.writableLength).toBe(0));
    pass(5 * LIMITS.every);
    expect(sockets[0]?.destroyed).toBe(false);
  });

  it('keeps no more waiting than all may: those that began before it are cut off', async () => {
    const large = Buffer.alloc(6_000_000);
    const { ask, sockets } = await serve(() => Readable.from([large], { objectMode: false }));
    for (let nth = 0; nth < 3; nth += 1) {
      await ask();
      await eventually(() => expect(sockets[nth]?.writableLength).toBeGreaterThan(1_000_000));
      pass(1_000);
    }
    await eventually(() => expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false]));
  });
});
