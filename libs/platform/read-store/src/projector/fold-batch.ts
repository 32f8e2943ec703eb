import type { Delivery, Event, Projection, Recorded } from '@kernel';
import type { Log } from '../log';

/** Where a projection's rows are: the live table, or the shadow of a rebuild. */
export interface FoldTarget<R> {
  load(ids: readonly string[]): Promise<Map<string, R>>;
  /** Writes what was folded of the events in (from, to]; all or nothing. */
  write(folded: Folded<R>, from: bigint, to: bigint): Promise<void>;
  /** Gives up on a stream until an operator replays it. */
  park(stream: string, position: bigint, cause: string): Promise<void>;
}

export interface Folded<R> {
  /** By id; null where the row is to go. */
  readonly rows: ReadonlyMap<string, R | null>;
  /** Parked streams that had events in this batch. */
  readonly skipped: ReadonlySet<string>;
}

export interface Work<R extends object, E extends Event> {
  readonly projection: Projection<R, E>;
  readonly target: FoldTarget<R>;
  /** Streams that are set aside, with their later events. */
  readonly parked: Set<string>;
  readonly log: Log;
}

/** Folds a batch into the table. @returns the position up to which the read model now stands */
export const handle = async <R extends object, E extends Event>(
  work: Work<R, E>,
  batch: readonly Delivery[],
  from: bigint,
): Promise<bigint> => {
  const to = reached(batch, from);
  if (to === from) return from;
  const events = eventsAfter<E>(batch, from);
  try {
    await work.target.write(await foldBatch(work, events), from, to);
    return to;
  } catch (error) {
    if (!isRefusal(error) || events.length === 0) throw error;
    // The table refuses a row, and will refuse it again: find the event by itself, so that only its stream is set aside.
    const [only] = events;
    if (only && events.length === 1) await park(work, only, error);
    let checkpoint = from;
    for (const delivery of batch) checkpoint = await handle(work, [delivery], checkpoint);
    return checkpoint;
  }
};

const reached = (batch: readonly Delivery[], from: bigint): bigint =>
  batch.reduce((highest, delivery) => {
    const position = delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
    return position > highest ? position : highest;
  }, from);

/** What stands at or before the checkpoint has been folded already, and a subscription may deliver an event again. */
const eventsAfter = <E extends Event>(batch: readonly Delivery[], from: bigint): Recorded<E>[] => {
  const events: Recorded<E>[] = [];
  for (const delivery of batch) {
    if (delivery.kind === 'event' && delivery.recorded.position > (events.at(-1)?.position ?? from))
      events.push(delivery.recorded as Recorded<E>);
  }
  return events;
};

const foldBatch = async <R extends object, E extends Event>(
  work: Work<R, E>,
  events: readonly Recorded<E>[],
): Promise<Folded<R>> => {
  const { projection, target, parked } = work;
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
      await park(work, recorded, error);
    }
  }
  return { rows, skipped };
};

const park = async <R extends object, E extends Event>(
  { projection, target, parked, log }: Work<R, E>,
  recorded: Recorded<E>,
  error: unknown,
) => {
  parked.add(recorded.stream);
  log.warn(
    { err: error, read_model: projection.name, stream: recorded.stream, event_id: recorded.id },
    'stream parked',
  );
  await target.park(recorded.stream, recorded.position, String(error));
};

const touched = <R extends object, E extends Event>(
  projection: Projection<R, E>,
  events: readonly Recorded<E>[],
): string[] => [
  ...new Set(
    events.flatMap((recorded) => {
      try {
        return projection.keys(recorded);
      } catch {
        return []; // Folding it will fail in the same way, and park it.
      }
    }),
  ),
];

const foldEvent = <R extends object, E extends Event>(
  projection: Projection<R, E>,
  recorded: Recorded<E>,
  rows: ReadonlyMap<string, R | null>,
): [string, R | null][] =>
  projection.keys(recorded).map((key) => [key, projection.evolve(rows.get(key) ?? null, recorded, key)]);

/** Data that a type or a constraint refuses (SQLSTATE classes 22 and 23), as against a fault of the connection. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^2[23]/.test(error.code);
