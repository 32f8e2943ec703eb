import type { Event, Projection, Recorded } from '@kernel';
import type { Log } from '../log';

/** Where a projection's rows are: the live table, or the shadow of a rebuild. */
export interface FoldTarget<R> {
  load(ids: readonly string[]): Promise<Map<string, R>>;
  /** Gives up on a stream until an operator replays it. */
  park(stream: string, position: bigint, cause: string): Promise<void>;
}

export interface Folded<R> {
  /** By id; null where the row is to go. */
  readonly rows: Map<string, R | null>;
  /** Parked streams that had events in this batch. */
  readonly skipped: ReadonlySet<string>;
}

/** Folds a batch into the rows it touches; an event that cannot be folded parks its stream, and the others go on. */
export const foldBatch = async <R extends object, E extends Event>(
  projection: Projection<R, E>,
  target: FoldTarget<R>,
  parked: Set<string>,
  events: readonly Recorded<E>[],
  log: Log,
): Promise<Folded<R>> => {
  const rows: Map<string, R | null> = await target.load(touched(projection, events));
  const skipped = new Set<string>();
  for (const recorded of events) {
    if (parked.has(recorded.stream)) {
      skipped.add(recorded.stream);
      continue;
    }
    try {
      for (const [key, row] of foldEvent(projection, recorded, rows)) rows.set(key, row);
    } catch (error) {
      // A pure function fails the same way each time: set the stream aside with its successors, and let others go on.
      parked.add(recorded.stream);
      log.warn({ err: error, read_model: projection.name, stream: recorded.stream, event_id: recorded.id }, 'stream parked');
      await target.park(recorded.stream, recorded.position, String(error));
    }
  }
  return { rows, skipped };
};

const touched = <R extends object, E extends Event>(projection: Projection<R, E>, events: readonly Recorded<E>[]): string[] => [
  ...new Set(events.flatMap((recorded) => {
    try {
      return projection.keys(recorded);
    } catch {
      return []; // Folding it will fail in the same way, and park it.
    }
  })),
];

const foldEvent = <R extends object, E extends Event>(
  projection: Projection<R, E>,
  recorded: Recorded<E>,
  rows: ReadonlyMap<string, R | null>,
): [string, R | null][] =>
  projection.keys(recorded).map((key) => [key, projection.evolve(rows.get(key) ?? null, recorded, key)]);
