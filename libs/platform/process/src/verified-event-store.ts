import type { EventStore } from '@kernel';
import { demandHistory } from '@platform/processing';
import { asUnavailable, readMarks, type ReadStore } from '@platform/read-store';

/** An event store that may be compared with the tables; only one on a server of its own needs that. */
export interface VerifiedEventStore extends EventStore {
  /** @throws EventStoreMismatch while a table was folded from another history than the store has */
  readonly verify?: () => Promise<void>;
}

/** Milliseconds for which a comparison holds. */
const VALID_MS = 1_000;

/** An event store whose history differs from that of the tables after one of both was restored alone or exchanged. */
export const verifiedEventStore = (store: EventStore, pool: ReadStore['system']): VerifiedEventStore => {
  let compared: Promise<void> | undefined;
  let until = 0;
  const verify = (): Promise<void> => {
    if (compared && performance.now() < until) return compared;
    until = performance.now() + VALID_MS;
    return (compared = demandFolded(store, pool));
  };
  return { ...store, verify };
};

/** The store for commands: it answers only while the tables have its history, which it compares again each second. */
export const forCommands = (store: VerifiedEventStore): EventStore => {
  const { verify } = store;
  if (!verify) return store;
  return {
    ...store,
    read: async (stream, options) => {
      await verify();
      return store.read(stream, options);
    },
    append: async (stream, events, expected) => {
      await verify();
      return store.append(stream, events, expected);
    },
  };
};

const demandFolded = async (store: EventStore, pool: ReadStore['system']): Promise<void> => {
  const marks = await readMarks(pool).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  const identity = await store.identity();
  const same = { ...store, identity: async () => identity };
  await Promise.all(marks.map(({ position, mark }) => demandHistory(same, mark, position)));
};
