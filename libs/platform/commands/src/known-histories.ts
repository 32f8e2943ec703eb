import { type Recorded, Rejection } from '@kernel';
import type { CommandStore } from './traced-store';

/** Shorter streams are read again: that costs little, and there are many of them. */
const LONG = 200;
/** Bytes of the events that are kept in all, as JSON. In memory they take about twice as much. */
const MOST_BYTES = 16 * 1024 * 1024;
/**
 * Bytes of the events that one append may add to a stream that takes more than may be kept: what is large belongs to
 * edits that somebody makes on and on, and each command reads all of them. Whatever else happens to it, such as its
 * deletion, takes less. What makes the resource smaller is taken as well: it cannot go on and on.
 */
const SMALL = 2_048;
/** Names of streams that are not kept. */
const MOST_EXCLUDED = 10_000;

/**
 * Reads streams as the store does. It keeps the long ones that were read last, so that a command on such a stream reads
 * what came after them: 10,000 events take a third of a second to read. Stored events never change, and the revision
 * that an append expects refuses what was decided without the newest.
 * Its `append` throws Rejection `limit_reached` on a stream that is too large to be kept, for events that are not small and
 * do not make the resource smaller.
 */
export const knownHistories = (store: CommandStore): CommandStore => {
  const known = new Map<string, History>();
  /** Streams that take more than may be kept: they only grow, and to count them again would take long. */
  const tooLarge = new Set<string>();
  let held = 0;
  const forget = (stream: string): void => {
    held -= known.get(stream)?.bytes ?? 0;
    known.delete(stream);
  };
  const exclude = (stream: string): void => {
    if (tooLarge.size >= MOST_EXCLUDED) tooLarge.clear();
    tooLarge.add(stream);
  };
  const keep = (stream: string, events: readonly Recorded[]): void => {
    const before = known.get(stream);
    forget(stream);
    if (events.length < LONG || tooLarge.has(stream)) return;
    const isLonger = before !== undefined && events[before.events.length - 1] === before.events.at(-1);
    const bytes = isLonger ? before.bytes + bytesOf(events.slice(before.events.length)) : bytesOf(events);
    if (bytes > MOST_BYTES) return exclude(stream);
    known.set(stream, { events, bytes });
    held += bytes;
    for (const oldest of known.keys()) if (held > MOST_BYTES) forget(oldest);
  };
  return {
    append: async (stream, events, expected) => {
      if (tooLarge.has(stream) && bytesOf(events) > SMALL && !makeSmaller(events)) throw historyIsFull();
      return store.append(stream, events, expected);
    },
    read: async (stream, options) => {
      if (options?.from) return store.read(stream, options);
      const history = (await readOn(store, stream, known.get(stream)?.events)) ?? (await store.read(stream));
      keep(stream, history);
      return history;
    },
  };
};

const historyIsFull = () =>
  new Rejection(
    'forbidden',
    'limit_reached',
    'Its history has more than 16 MB, so it takes changes of up to 2 kB, and such that make it smaller: shorten it first.',
  );

/**
 * Whether what changed has shorter values than before, and the events that say no change are small: an edit may restore
 * its resource, or end it, in the same append.
 */
const makeSmaller = (events: readonly Pick<Recorded, 'event' | 'metadata'>[]): boolean => {
  const others = events.filter(({ event }) => !changedBy(event));
  const sizes = events
    .flatMap(({ event }) => Object.values(changedBy(event) ?? {}))
    .map(({ from, to }) => sizeOf(to) - sizeOf(from));
  return bytesOf(others) <= SMALL && sizes.reduce((sum, one) => sum + one, 0) < 0;
};

type Changes = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>;

const changedBy = ({ data }: Recorded['event']): Changes | undefined =>
  (data as { readonly changes?: Changes }).changes;

const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length;

interface History {
  readonly events: readonly Recorded[];
  readonly bytes: number;
}

/** Counted until they are more than may be kept. */
const bytesOf = (events: readonly Pick<Recorded, 'event' | 'metadata'>[]): number => {
  let bytes = 0;
  for (const { event, metadata } of events) {
    bytes += JSON.stringify([event.data, metadata]).length;
    if (bytes > MOST_BYTES) break;
  }
  return bytes;
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
