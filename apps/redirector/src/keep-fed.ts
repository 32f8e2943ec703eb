import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@kernel';
import { feedIndex } from './feed-index';
import type { RedirectIndex } from './redirect-index';

export interface KeepFed {
  readonly store: EventStore;
  readonly index: RedirectIndex;
  /** Told each position once everything up to it can be read from the index. */
  readonly onProcessed: (position: bigint) => void;
  readonly log: { error(fields: object, message: string): void };
  readonly signal: AbortSignal;
}

const RETRY_MS = 1_000;

/** An index that cannot be written is a fault of the disk: it is tried again, and readers go on with what it holds. */
export const keepFed = async ({ store, index, onProcessed, log, signal }: KeepFed): Promise<void> => {
  while (!signal.aborted) {
    try {
      onProcessed(index.checkpoint());
      await feedIndex(store, index, signal, onProcessed);
    } catch (error) {
      log.error({ err: error }, 'the redirect index could not be fed; trying again');
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
};
