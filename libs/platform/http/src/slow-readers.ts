import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ReaderLimits {
  /** A reader that takes fewer bytes within `every`, while some wait for it, is cut off: 10 kB/s. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly every: number;
  /** Bytes that may wait for all readers together. Beyond that, those that have kept some waiting for longest are cut off. */
  readonly most: number;
}

const LIMITS: ReaderLimits = { bytes: 300_000, every: 30_000, most: 128 * 1024 * 1024 };
/** Milliseconds between two looks. */
const LOOK_MS = 1_000;

interface Reader {
  /** Since when bytes wait; on the clock of `performance.now`. */
  since: number;
  /** Bytes that it had taken by then. */
  taken: number;
}

/**
 * Cuts the connections of those who ask and do not read: an answer stays in memory until it is taken. One that reads
 * slowly over a bad line goes on, and so does a stream that has nothing to say.
 */
export const cutSlowReaders = (server: Server, { bytes, every, most }: ReaderLimits = LIMITS): void => {
  const readers = new Map<Socket, Reader>();
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { since: performance.now(), taken: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    const late: (readonly [Socket, Reader])[] = [];
    let waiting = 0;
    for (const [socket, reader] of readers) {
      const { bytesWritten, writableLength } = socket;
      // The bytes that the socket has sent: those written to it without those it still holds.
      const taken = bytesWritten - writableLength;
      if (writableLength === 0 || (now - reader.since >= every && taken - reader.taken >= bytes))
        Object.assign(reader, { since: now, taken });
      else if (now - reader.since >= every) socket.destroy();
      else late.push([socket, reader]);
      if (!socket.destroyed) waiting += writableLength;
    }
    if (waiting <= most) return;
    for (const [socket] of late.sort(([, a], [, b]) => a.since - b.since)) {
      waiting -= socket.writableLength;
      socket.destroy();
      if (waiting <= most) return;
    }
  }, LOOK_MS).unref();
  server.once('close', () => clearInterval(look));
};
