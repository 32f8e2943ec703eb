import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Appended, categoryOf, type Proposed, StoreUnavailable, WrongRevision } from '@kernel';
import { isUnstorable } from './errors';
import type { Judged } from './queries';

const MAX_APPENDS = 500;
const MAX_CHARACTERS = 1_000_000;
const MAX_WAITING = 10_000;
/** How long an append may take in all, in milliseconds. */
const DEADLINE_MS = 2_000;

interface Waiting {
  readonly stream: string;
  readonly expected: bigint;
  /** The append as one element of the batch's JSON. */
  readonly entry: string;
  readonly settle: (outcome: Appended | Error) => void;
  settled: boolean;
}

export interface BatcherOptions {
  /** Sends a batch (JSON text) and answers in its order. All of it is stored, or nothing. */
  readonly send: (batch: string) => Promise<readonly Judged[]>;
  /** Called after a commit: the last position of the batch, and the categories it holds. */
  readonly committed: (position: bigint, categories: readonly string[]) => void;
}

/**
 * Group commit: while one batch is on its way the next one gathers, so a commit costs one round trip and one fsync for
 * all who came meanwhile.
 */
export const createBatcher = ({ send, committed }: BatcherOptions) => {
  const queue: Waiting[] = [];
  let pumping: Promise<void> | undefined;
  let closed = false;

  const take = (): Waiting[] => {
    let characters = 0;
    let count = 0;
    while (count < queue.length && count < MAX_APPENDS) {
      characters += queue[count]?.entry.length ?? 0;
      if (count > 0 && characters > MAX_CHARACTERS) break;
      count += 1;
    }
    return queue.splice(0, count).filter((waiting) => !waiting.settled);
  };

  /** One value that cannot be stored fails its whole batch, so halves are sent until it stands alone. */
  const deliver = async (batch: readonly Waiting[]): Promise<void> => {
    if (batch.length === 0) return;
    try {
      const judged = await send(`[${batch.map((waiting) => waiting.entry).join(',')}]`);
      batch.forEach((waiting, index) => waiting.settle(outcomeOf(waiting, judged[index])));
      announce(batch, judged);
    } catch (error) {
      if (batch.length === 1 || !isUnstorable(error)) {
        for (const waiting of batch) waiting.settle(refusalOf(waiting, error));
        return;
      }
      const half = batch.length >> 1;
      await deliver(batch.slice(0, half));
      await deliver(batch.slice(half));
    }
  };

  const announce = (batch: readonly Waiting[], judged: readonly Judged[]): void => {
    let last = -1n;
    const categories = new Set<string>();
    batch.forEach(({ stream }, index) => {
      const position = judged[index]?.position;
      if (position === undefined) return;
      categories.add(categoryOf(stream));
      if (position > last) last = position;
    });
    if (categories.size > 0) committed(last, [...categories]);
  };

  /** Each batch waits for the turn to end, because callers who were answered together often append together again. */
  const pump = async (): Promise<void> => {
    do {
      await nextTurn();
      await deliver(take());
    } while (queue.length > 0);
    pumping = undefined;
  };

  return {
    append: (stream: string, events: readonly Proposed[], expected: bigint): Promise<Appended> => {
      if (closed) return Promise.reject(new StoreUnavailable('The event store is closed.'));
      if (queue.length >= MAX_WAITING)
        return Promise.reject(new StoreUnavailable(`${MAX_WAITING} appends are waiting already.`));
      const entry = JSON.stringify([
        stream,
        String(expected),
        ...events.map(({ id, event, metadata }) => [id, event.type, event.data, metadata]),
      ]);
      return new Promise((resolve, reject) => {
        const settle = (outcome: Appended | Error): void => {
          clearTimeout(timer);
          waiting.settled = true;
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
        const timer = setTimeout(
          () => settle(new StoreUnavailable(`No answer within ${DEADLINE_MS} ms.`)),
          DEADLINE_MS,
        );
        const waiting: Waiting = { stream, expected, entry, settle, settled: false };
        queue.push(waiting);
        pumping ??= pump();
      });
    },

    /** Takes no more, and resolves when all that was taken is answered. */
    close: async (): Promise<void> => {
      closed = true;
      await pumping;
    },
  };
};

/** Without the database's own error: its details quote the event, and errors are logged. */
const refusalOf = ({ stream }: Waiting, error: unknown): Error => {
  if (isUnstorable(error)) return new TypeError(`An event of ${stream} cannot be stored: ${error.message}`);
  return error instanceof Error ? error : new Error(String(error));
};

const outcomeOf = ({ stream, expected }: Waiting, judged: Judged | undefined): Appended | Error => {
  if (!judged) return new Error('The event store answered fewer appends than it was sent.');
  const { revision, position } = judged;
  return position === undefined ? new WrongRevision(stream, expected, revision) : { revision, position };
};
