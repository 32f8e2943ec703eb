import { type Appended, categoryOf, type Proposed, StoreUnavailable, WrongRevision } from '@kernel';
import { Batcher } from '@platform/async';
import { type Commit, type AppendEntry, commitOf, appendEntryOf } from './commit';
import { isUnstorable } from './errors';
import type { Judged } from './queries';

const MAX_APPENDS = 500;
const MAX_CHARACTERS = 1_000_000;
const MAX_WAITING = 10_000;
/** How long an append may take in all, in milliseconds. */
const DEADLINE_MS = 2_000;

interface Append extends AppendEntry {
  readonly settle: (outcome: Appended | Error) => void;
}

export interface AppendBatcherOptions {
  /** Sends a batch (JSON text) and answers in its order. All of it is stored, or nothing. */
  readonly send: (batch: string) => Promise<readonly Judged[]>;
  /** Called before a batch is sent. The function it returns is called once, with what was stored, if anything. */
  readonly sending?: () => (commit: Commit | undefined) => void;
  /** Called after a commit: the last position of the batch, and the categories it holds. */
  readonly committed: (position: bigint, categories: readonly string[]) => void;
}

/**
 * Group commit: a commit costs one round trip and one fsync for all appends that came while the last one was under way.
 */
export const createBatcher = (options: AppendBatcherOptions) => {
  const batcher = new Batcher<Append, void>({
    send: async (batch) => (await deliver(batch, options), []),
    maxItems: MAX_APPENDS,
    sizeOf: ({ entry }) => entry.length,
    maxSize: MAX_CHARACTERS,
    maxWaiting: MAX_WAITING,
    deadlineMs: DEADLINE_MS,
    unavailable: (detail) => new StoreUnavailable(`The event store did not confirm the append: ${detail}`),
  });
  return {
    append: (stream: string, events: readonly Proposed[], expected: bigint): Promise<Appended> => {
      const entry = appendEntryOf(stream, events, expected);
      return new Promise((resolve, reject) => {
        const settle = (outcome: Appended | Error): void =>
          outcome instanceof Error ? reject(outcome) : resolve(outcome);
        batcher.add({ stream, expected, entry, size: events.length, settle }).catch(reject);
      });
    },

    /** Takes no more, and resolves when all that was taken is answered. */
    close: () => batcher.close(),
  };
};

const send = async (batch: readonly Append[], options: AppendBatcherOptions): Promise<readonly Judged[]> => {
  const sent = options.sending?.();
  let commit: Commit | undefined;
  try {
    const judged = await options.send(`[${batch.map(({ entry }) => entry).join(',')}]`);
    commit = commitOf(batch, judged);
    return judged;
  } finally {
    sent?.(commit);
  }
};

/**
 * Sends a batch and settles each of its appends. One value that cannot be stored fails its whole batch. So a failed
 * batch is split in halves until that value is alone; each half is settled at once.
 */
const deliver = async (batch: readonly Append[], options: AppendBatcherOptions): Promise<void> => {
  try {
    const judged = await send(batch, options);
    batch.forEach((append, index) => append.settle(outcomeOf(append, judged[index])));
    announce(batch, judged, options.committed);
  } catch (error) {
    if (batch.length === 1 || !isUnstorable(error)) {
      for (const append of batch) append.settle(refusalOf(append, error));
      return;
    }
    const half = batch.length >> 1;
    await deliver(batch.slice(0, half), options);
    await deliver(batch.slice(half), options);
  }
};

const announce = (
  batch: readonly Append[],
  judged: readonly Judged[],
  committed: AppendBatcherOptions['committed'],
): void => {
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

/** Leaves out the database's own error: its details quote the event, and errors are logged. */
const refusalOf = ({ stream }: Append, error: unknown): Error => {
  if (isUnstorable(error)) return new TypeError(`An event of ${stream} cannot be stored: ${error.message}`);
  return error instanceof Error ? error : new Error(String(error));
};

const outcomeOf = ({ stream, expected }: Append, judged: Judged | undefined): Appended | Error => {
  if (!judged) return new Error('The event store answered fewer appends than it was sent.');
  const { revision, position } = judged;
  return position === undefined ? new WrongRevision(stream, expected, revision) : { revision, position };
};
