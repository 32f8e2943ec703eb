import { type EventStore, EventStoreMismatch } from '@kernel';
import { demandFolded, type ReadStore } from '@platform/read-store';

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
export const verifiedEventStore = (store: EventStore, pool: ReadStore['system']): VerifiedEventStore => {
  const losses = (): number => store.losses?.() ?? 0;
  let comparison: { readonly done: Promise<void>; readonly losses: number; until: number } | undefined;
  const verify = (): Promise<void> => {
    if (comparison && comparison.losses === losses() && performance.now() < comparison.until) return comparison.done;
    const current = { done: demandFolded(store, pool), losses: losses(), until: Infinity };
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
