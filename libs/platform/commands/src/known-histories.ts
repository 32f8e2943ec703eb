import type { Recorded } from '@kernel';
import type { CommandStore } from './traced-store';

/** Shorter streams are read again: that costs little, and there are many of them. */
const LONG = 200;
/** Events that are kept in all, which take about 20 MB. */
const MOST = 20_000;

/**
 * Reads streams as the store does. It keeps the long ones that were read last, so that a command on such a stream reads
 * what came after them: 10,000 events take a third of a second to read. Stored events never change, and the revision
 * that an append expects refuses what was decided without the newest.
 */
export const knownHistories = (store: CommandStore): CommandStore => {
  const known = new Map<string, readonly Recorded[]>();
  let held = 0;
  const forget = (stream: string): void => {
    held -= known.get(stream)?.length ?? 0;
    known.delete(stream);
  };
  const keep = (stream: string, history: readonly Recorded[]): void => {
    forget(stream);
    if (history.length < LONG || history.length > MOST) return;
    known.set(stream, history);
    held += history.length;
    for (const oldest of known.keys()) if (held > MOST) forget(oldest);
  };
  return {
    append: (stream, events, expected) => store.append(stream, events, expected),
    read: async (stream, options) => {
      if (options?.from) return store.read(stream, options);
      const history = (await readOn(store, stream, known.get(stream))) ?? (await store.read(stream));
      keep(stream, history);
      return history;
    },
  };
};

/** @returns undefined if the store, which may have been exchanged, does not have the last event that is known */
const readOn = async (
  store: CommandStore,
  stream: string,
  history: readonly Recorded[] = [],
): Promise<readonly Recorded[] | undefined> => {
  const last = history.at(-1);
  if (!last) return undefined;
  const [found, ...newer] = await store.read(stream, { from: last.revision });
  return found?.id === last.id ? [...history, ...newer] : undefined;
};
