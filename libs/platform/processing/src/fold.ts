import { type Event, type Projection, type Recorded, rowKeysOf } from '@kernel';
import { markOf } from './mark';
import { type Batch, type ParkedStream, type Processor, type Step, parkedAt, stepOf } from './processor';

/** Rows by id; null for a row to delete. */
export type Rows<R> = ReadonlyMap<string, R | null>;

/** The store of a projection's rows. Each row is folded from the events of one stream. */
export interface FoldTarget<R> {
  load(ids: readonly string[]): Promise<ReadonlyMap<string, R>>;
  /** It has no rows of events after its checkpoint. So rows of streams that begin in a batch need not be loaded. */
  readonly neverAhead?: true;
  /**
   * Writes rows and step together; all or nothing.
   * @param areNew whether `load` has found none of the rows, of those it was asked for
   */
  write(rows: Rows<R>, step: Step, areNew: boolean): Promise<void>;
  /** Whether the target refuses a row, and will refuse it again, unlike a fault of its connection. */
  refuses(error: unknown): boolean;
}

/** Handles batches by folding them through a pure projection into rows. */
export const foldInto =
  <R extends object, E extends Event>(
    projection: Pick<Projection<R, E>, 'keys' | 'evolve'>,
    target: FoldTarget<R>,
  ): Processor['handle'] =>
  async (batch) => {
    const folded = await fold(projection, batch as Batch<E>, target);
    if (batch.mayWait && folded.rows.size === 0 && folded.parked.length === 0) return undefined;
    try {
      await target.write(folded.rows, stepOf(batch, folded.parked), folded.areNew);
      return folded.parked;
    } catch (error) {
      if (!target.refuses(error)) throw error;
      return batch.retried || batch.events.length === 1
        ? parkOnly(target, batch, error)
        : foldOneByOne(foldInto(projection, target), batch);
    }
  };

const parkOnly = async <R>(target: FoldTarget<R>, batch: Batch, error: unknown): Promise<readonly ParkedStream[]> => {
  const parked = batch.retried
    ? [{ ...batch.retried, cause: String(error) }]
    : batch.events.map((recorded) => parkedAt(recorded, error));
  await target.write(new Map(), stepOf(batch, parked), true);
  return parked;
};

/** Folds a refused batch event by event, so that only the stream of the refused row is parked. */
const foldOneByOne = async (handle: Processor['handle'], batch: Batch): Promise<readonly ParkedStream[]> => {
  const parked: ParkedStream[] = [];
  let { from } = batch;
  for (const recorded of batch.events) {
    const last = recorded === batch.events.at(-1);
    const to = last ? batch.to : recorded.position;
    const mark = last ? batch.mark : markOf(batch.mark.store, recorded);
    const events = parked.some(({ stream }) => stream === recorded.stream) ? [] : [recorded];
    parked.push(...((await handle({ ...batch, events, from, to, mark, mayWait: false })) ?? []));
    from = to;
  }
  return parked;
};

interface Folded<R> {
  readonly rows: Rows<R>;
  /** As {@link FoldTarget.write} has it. The rows of a retried stream may be there, as it was before it was parked. */
  readonly areNew: boolean;
  readonly parked: readonly ParkedStream[];
}

const fold = async <R extends object, E extends Event>(
  projection: Pick<Projection<R, E>, 'keys' | 'evolve'>,
  { events, retried }: Batch<E>,
  target: FoldTarget<R>,
): Promise<Folded<R>> => {
  const rows = new Map<string, R | null>(retried ? [] : await load(projection, events, target));
  const areNew = !retried && rows.size === 0;
  const parked = new Map<string, ParkedStream>();
  for (const recorded of events) {
    if (parked.has(recorded.stream)) continue;
    try {
      const keys = keysOf(projection, recorded);
      const folded = keys.map((key) => [key, projection.evolve(rows.get(key) ?? null, recorded, key)] as const);
      for (const [key, row] of folded) rows.set(key, row);
    } catch (error) {
      // A pure function fails the same way each time: the stream is parked with its later events; the others continue.
      parked.set(recorded.stream, parkedAt(recorded, error));
    }
  }
  return { rows, areNew, parked: [...parked.values()] };
};

const load = async <R extends object, E extends Event>(
  projection: Pick<Projection<R, E>, 'keys'>,
  events: readonly Recorded<E>[],
  target: FoldTarget<R>,
): Promise<ReadonlyMap<string, R>> => {
  const starts = target.neverAhead ? events.filter(({ revision }) => revision === 0n) : [];
  const begun = new Set(starts.map(({ stream }) => stream));
  const ids = touched(
    projection,
    events.filter(({ stream }) => !begun.has(stream)),
  );
  return ids.length > 0 ? target.load(ids) : new Map<string, R>();
};

const touched = <R extends object, E extends Event>(
  projection: Pick<Projection<R, E>, 'keys'>,
  events: readonly Recorded<E>[],
): string[] => [
  ...new Set(
    events.flatMap((recorded) => {
      try {
        return keysOf(projection, recorded);
      } catch {
        return []; // Folding it will fail in the same way, and park it.
      }
    }),
  ),
];

/** Far more than any id or hostname has, and less than the 1,978 bytes that lmdb takes as a key. */
const MOST_ID_BYTES = 1_000;

/**
 * @throws when a stored event lacks an id or has one that no target can keep: a target may refuse such a key in each
 *   attempt, and then moves no more
 */
const keysOf = <R extends object, E extends Event>(
  projection: Pick<Projection<R, E>, 'keys'>,
  recorded: Recorded<E>,
): readonly string[] => {
  const ids = rowKeysOf(projection, recorded);
  const longest = Math.max(0, ...ids.map((id) => Buffer.byteLength(id)));
  if (longest > MOST_ID_BYTES) throw new Error(`the id of a row has ${longest} bytes`);
  return ids;
};
