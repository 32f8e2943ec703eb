import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { eventually } from '../../../../test/support/programs';
import { demandRate, ExportSlots } from './exports';

const endless = () =>
  new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024));
    },
  });

const RATE = { bytes: 1_000, every: 1_000 };

/** Serves a file, and checks its reader when the spec calls it. */
const serve = async (file: () => Readable) => {
  const closed: (() => void)[] = [];
  const cut = new Promise<void>((resolve) => closed.push(resolve));
  let socket: Socket | null = null;
  const server = createServer((_, response) => {
    socket = response.socket;
    response.once('close', () => closed.forEach((close) => close()));
    demandRate(response, RATE);
    pipeline(file(), response, () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  sent.on('error', () => undefined);
  servers.push(() => {
    sent.destroy();
    server.close();
  });
  return { response, cut, waits: () => (socket?.writableLength ?? 0) > 0, isOpen: () => socket?.destroyed === false };
};

const look = () => jest.advanceTimersByTime(RATE.every);
const servers: (() => void)[] = [];

describe('an export', () => {
  beforeAll(() =>
    jest.useFakeTimers({
      doNotFake: [
        'Date',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'setTimeout',
        'clearTimeout',
      ],
    }),
  );
  afterAll(() => jest.useRealTimers());
  afterEach(() => servers.splice(0).forEach((end) => end()));

  it('continues while it is read, and is cut off when its reader stops', async () => {
    const { response, cut, waits, isOpen } = await serve(endless);
    for (let round = 0; round < 5; round += 1) {
      let bytes = 0;
      for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>)
        if ((bytes += chunk.length) > 10_000_000) break;
      look();
      expect(isOpen()).toBe(true);
    }
    await eventually(() => expect(waits()).toBe(true));
    look();
    look();
    await cut;
  });

  it('is not cut off while there is nothing to read', async () => {
    const { isOpen, waits } = await serve(stalled);
    await eventually(() => expect(waits()).toBe(false));
    for (let round = 0; round < 5; round += 1) look();
    expect(isOpen()).toBe(true);
  });

  it('is not watched once its reader has left while it was being opened', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const sent = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }).end();
    sent.on('error', () => undefined);
    servers.push(() => void server.close());
    const [, response] = await arrived;
    sent.destroy();
    await once(response, 'close');
    const timers = jest.getTimerCount();
    demandRate(response, RATE);
    expect(jest.getTimerCount()).toBe(timers);
  });

  it('has two slots per workspace, and other workspaces do not wait for them', () => {
    const slots = new ExportSlots();
    const free = slots.take('ws_a');
    slots.take('ws_a');
    expect(() => slots.take('ws_a')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    for (const workspace of ['ws_b', 'ws_b', 'ws_c', 'ws_d']) slots.take(workspace);
    expect(() => slots.take('ws_e')).toThrow(
      expect.objectContaining({ code: 'unavailable', headers: { 'retry-after': '30' } }),
    );
    free();
    free();
    slots.take('ws_e');
    expect(() => slots.take('ws_f')).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });
});

/** A header without rows. */
const stalled = () => {
  const file = new Readable({ read: () => undefined });
  file.push('head');
  return file;
};
