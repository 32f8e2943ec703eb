import { pause } from '@platform/async';
import type { Log } from '@platform/telemetry';
import type { Erasure } from '@platform/read-store';

export interface EraseDeletedPeople {
  /** See `eraseDeleted`. */
  readonly erase: (signal: AbortSignal) => Promise<Erasure>;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
  /** A pause that ends at once with the signal. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds until the next look. */
const SOON_MS = 5_000;
/**
 * Milliseconds after an erasure, which locks two tables and writes the whole write-ahead log anew: strangers who delete
 * their accounts one after the other cost no more than that.
 */
const REST_MS = 600_000;

/** Erases what deleted people left in the files of the database, until the signal aborts. Requests do not depend on it. */
export const eraseDeletedPeople = async ({ erase, log, signal, wait = pause }: EraseDeletedPeople): Promise<void> => {
  const failed = (error: unknown): 'failed' => {
    if (!signal.aborted)
      log.warn({ err: error }, 'deleted accounts could not be erased from the files; trying again in ten minutes');
    return 'failed';
  };
  while (!signal.aborted) {
    const erasure = await erase(signal).catch(failed);
    await wait(erasure === 'done' || erasure === 'failed' ? REST_MS : SOON_MS, signal);
  }
};
