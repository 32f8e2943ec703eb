import { type EventStore, EventStoreMismatch } from '@kernel';
import type { Config } from '@platform/config';
import { asUnavailable, demandFolded, eventsMovedTo, type ReadStore } from '@platform/read-store';

/** There is nothing to put back or to adopt: the events are elsewhere, and this process was started without them. */
export class EventsMoved extends EventStoreMismatch {}

/** An event store that is compared with the tables of the installation. */
export interface VerifiedEventStore extends EventStore {
  /** @throws EventStoreMismatch while a table was folded from another history than the store has */
  readonly verify: () => Promise<void>;
}

/** Milliseconds for which a comparison holds, unless the connection is lost; health asks more often than each 10 s. */
const VALID_MS = 5_000;
/** So that commands are accepted soon after an operator has acted. */
const MISMATCH_MS = 1_000;

/** An event store whose history differs from that of the tables after one of both was restored alone or exchanged. */
export const verifiedEventStore = (
  store: EventStore,
  pool: ReadStore['system'],
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
): VerifiedEventStore => {
  const compare = async (): Promise<void> => {
    const host = eventStoreUrl ? undefined : await movedTo(pool);
    // Checkpoints of the copy fit here as well: it has the same id and the same events.
    if (host !== undefined)
      throw new EventsMoved(
        `the events of this database have been moved to ${host}: set EVENTSTORE_URL and start this process again`,
      );
    await demandFolded(store, pool);
  };
  const losses = (): number => store.losses?.() ?? 0;
  let comparison: { readonly done: Promise<void>; readonly losses: number; until: number } | undefined;
  const verify = (): Promise<void> => {
    if (comparison && comparison.losses === losses() && performance.now() < comparison.until) return comparison.done;
    const current = { done: compare(), losses: losses(), until: Infinity };
    comparison = current;
    current.done.then(
      () => (current.until = performance.now() + VALID_MS),
      (error: unknown) =>
        (current.until = error instanceof EventStoreMismatch ? performance.now() + MISMATCH_MS : -Infinity),
    );
    return current.done;
  };
  return { ...store, verify };
};

const movedTo = (pool: ReadStore['system']): Promise<string | undefined> =>
  eventsMovedTo(pool).catch((error: unknown) => {
    throw asUnavailable(error);
  });

/** The store for commands and histories: it answers only while the tables have its history. */
export const demandingMatch = (store: VerifiedEventStore): EventStore => {
  const matching = async <T>(ask: () => Promise<T>): Promise<T> => {
    await store.verify();
    return ask();
  };
  return {
    ...store,
    read: (stream, options) => matching(() => store.read(stream, options)),
    head: (categories) => matching(() => store.head(categories)),
    append: (stream, events, expected) => matching(() => store.append(stream, events, expected)),
  };
};
