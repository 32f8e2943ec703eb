import type { ServerResponse } from 'node:http';
import { WorkspaceSlots } from '../workspace-slots';

/** About how long an export of millions of clicks takes, in seconds. */
const RETRY_AFTER = 30;

/** The exports that are under way in this process; each holds a thread of the engine. */
export class ExportSlots extends WorkspaceSlots {
  constructor() {
    super({ what: 'exports', ofWorkspace: 2, ofAll: 6, retryAfter: RETRY_AFTER });
  }
}

export interface LeastRate {
  /** A reader that takes fewer bytes within `every` is cut off. */
  readonly bytes: number;
  /** Milliseconds. */
  readonly every: number;
}

/** 10 kB/s. */
export const LEAST_RATE: LeastRate = { bytes: 300_000, every: 30_000 };

/** Cuts the connection of a reader that is too slow, while bytes wait for it. */
export const demandRate = (response: ServerResponse, { bytes, every }: LeastRate = LEAST_RATE): void => {
  // It tells of its end only once: of one that has ended, the timer would look for good.
  if (response.destroyed || response.closed) return;
  let before = 0;
  const look = setInterval(() => {
    const { bytesWritten = 0, writableLength = 0 } = response.socket ?? {};
    // The bytes that the socket has sent: those written to it without those it still holds.
    const taken = bytesWritten - writableLength;
    if (writableLength > 0 && taken - before < bytes) response.destroy();
    before = taken;
  }, every);
  response.once('close', () => clearInterval(look));
};

/** @param header Accept-Encoding; without one, or if it does not name gzip, a file is sent as it is */
export const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()))
    .some(([coding, ...parameters]) => coding === 'gzip' && !parameters.some((one) => /^q=0(\.0*)?$/.test(one)));
