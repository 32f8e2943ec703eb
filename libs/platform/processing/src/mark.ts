import { type EventStore, EventStoreMismatch, type Recorded } from '@kernel';

/**
 * The point that a processor has reached in the history of a store. A copy of the store with the same positions has the
 * same history; any other store has another one.
 */
export interface Mark {
  /** The store's id. */
  readonly store: string;
  /** Of the last event that was handled: a processor resumes after it. Without one, where its history began. */
  readonly position: bigint;
  /** The last event that was handled. Null before the first, and for a checkpoint that was stored without a mark. */
  readonly event: { readonly id: string; readonly stream: string; readonly revision: bigint } | null;
}

export const markOf = (store: string, { id, stream, revision, position }: Recorded): Mark => ({
  store,
  position,
  event: { id, stream, revision },
});

/** The store of a mark that was made before the store had an id. */
export const NO_ID = '';

/** What an operator can do about a store with another history. */
export const MISMATCH_REMEDY =
  'put the right event store back, or make this one the truth: npm run ops -- event-store adopt';

/**
 * Compares a processor's mark with a store. A checkpoint of an earlier version has no mark: it gets one, unless the
 * store ends before it.
 * @throws EventStoreMismatch if the store has another history
 */
export const demandHistory = async (
  store: Pick<EventStore, 'read' | 'head' | 'identity'>,
  known: Mark | undefined,
  checkpoint: bigint,
): Promise<Mark> => {
  const identity = await store.identity();
  if (known && identity === undefined)
    throw new EventStoreMismatch(
      `the event store has no id, as if it were new, though checkpoints are of ${known.store}`,
    );
  const mark = known ?? { store: identity ?? NO_ID, position: checkpoint, event: null };
  if (known && known.store !== identity)
    throw new EventStoreMismatch(`the event store is another one: its id is ${identity} and not ${known.store}`);
  if (!mark.event) {
    const head = await store.head();
    if (mark.position > head)
      throw new EventStoreMismatch(
        `the event store is an older copy: it ends at ${head}, before the checkpoint ${mark.position}`,
      );
    return mark;
  }
  const { id, stream, revision } = mark.event;
  const [found] = await store.read(stream, { from: revision, count: 1 });
  if (found?.id !== id)
    throw new EventStoreMismatch(
      `the event store is an older copy: it lacks the event ${id}, revision ${revision} of ${stream}`,
    );
  // A copy may have each event of the original, and its id, at a position of its own.
  if (found.position !== mark.position)
    throw new EventStoreMismatch(
      `the event store is a copy with other positions: it has ${id} at ${found.position} and not at ${mark.position}`,
    );
  return mark;
};

/** A mark as JSON; revision and position are text. */
export const encodeMark = (mark: Mark): string =>
  JSON.stringify(mark, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** The reverse of {@link encodeMark}, of parsed JSON. */
export const decodeMark = (stored: unknown): Mark => {
  const { store, position, event } = stored as {
    readonly store: string;
    readonly position: string;
    readonly event: { readonly id: string; readonly stream: string; readonly revision: string } | null;
  };
  return { store, position: BigInt(position), event: event && { ...event, revision: BigInt(event.revision) } };
};
