import {
  type Actor,
  type Chronicle,
  type Event,
  type Fields,
  type Projection,
  type Recorded,
  foldStep,
  idOf,
  rowKeysOf,
} from '@kernel';
import { presentActor } from '../caller';

export type HistoryChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export interface HistoryEntry {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly actor: Actor;
  readonly request_id: string;
  readonly changes: HistoryChanges;
  /** The revision in the stream, as text. */
  readonly revision: string;
}

/** An entry of a stream that several keys share: which key it is about, and how it changed the key before. */
export interface SharedEntry extends HistoryEntry {
  readonly key_id: string;
  readonly previous?: { readonly key_id: string; readonly changes: HistoryChanges };
}

/** An entry that is made once it is asked for: to compare records costs far more than to fold, and a page needs few. */
export interface Entry<T extends HistoryEntry> {
  readonly revision: bigint;
  make(): T;
}

/** What happened to one resource, oldest first. @param events its stream */
export const historyEntriesOf = <R extends object, E extends Event>(
  chronicle: Chronicle<R, E>,
  events: readonly Recorded[],
  id: string,
): Entry<HistoryEntry>[] => {
  const past = new Past(chronicle);
  return namedEvents(chronicle, events)
    .filter((recorded) => keysOf(chronicle.projection, recorded).includes(id))
    .map((recorded) => {
      const changes = past.after(recorded, id);
      return { revision: recorded.revision, make: () => entryOf(chronicle, recorded, changes()) };
    });
};

/**
 * The history of all resources that share a stream, one entry per event. An event about two of them becomes an entry of
 * the newer one.
 */
export const sharedHistoryOf = <R extends object, E extends Event>(
  chronicle: Chronicle<R, E>,
  events: readonly Recorded[],
): Entry<SharedEntry>[] => {
  const past = new Past(chronicle);
  return namedEvents(chronicle, events).map((recorded) => {
    const [newer = '', previous] = keysOf(chronicle.projection, recorded);
    const changes = past.after(recorded, newer);
    const replaced = previous === undefined ? undefined : { key_id: previous, changes: past.after(recorded, previous) };
    const make = (): SharedEntry => ({
      ...entryOf(chronicle, recorded, changes()),
      key_id: newer,
      ...(replaced && { previous: { ...replaced, changes: replaced.changes() } }),
    });
    return { revision: recorded.revision, make };
  });
};

/**
 * A resource at an instant: the fold of its events before the first event that is later than the instant; null before
 * the creation. When requests overlap, an event may have an earlier time than the event before it in the stream. It is
 * left out together with that event, because it was decided after it.
 */
export const stateAt = <R extends object, E extends Event>(
  { projection }: Chronicle<R, E>,
  events: readonly Recorded[],
  id: string,
  instant: string,
): R | null => {
  const later = events.findIndex(({ metadata }) => metadata.at > instant);
  return concerning(projection, later < 0 ? events : events.slice(0, later), id).reduce<R | null>(
    (row, recorded) => foldStep(recorded, () => projection.evolve(row, recorded, id)),
    null,
  );
};

const concerning = <R extends object, E extends Event>(
  projection: Projection<R, E>,
  events: readonly Recorded[],
  id: string,
) => (events as readonly Recorded<E>[]).filter((recorded) => keysOf(projection, recorded).includes(id));

/** @throws UnfoldableEvent for an event that does not say which resource it is about */
const keysOf = <R extends object, E extends Event>(projection: Projection<R, E>, recorded: Recorded<E>) =>
  foldStep(recorded, () => rowKeysOf(projection, recorded));

/** The events that have a public name. */
const namedEvents = <R extends object, E extends Event>({ names }: Chronicle<R, E>, events: readonly Recorded[]) =>
  (events as readonly Recorded<E>[]).filter(({ event }) => names[event.type] !== undefined);

interface Moment<R> {
  readonly row: R;
  /** The instant that its record is judged at. */
  readonly at: string;
}

/** The rows after the last event. */
class Past<R extends object, E extends Event> {
  private readonly moments = new Map<string, Moment<R>>();

  constructor(private readonly chronicle: Chronicle<R, E>) {}

  /** Folds the event. @returns what compares the public record with the one after the event before */
  after(recorded: Recorded<E>, id: string): () => HistoryChanges {
    const before = this.moments.get(id);
    const row = foldStep(recorded, () => this.chronicle.projection.evolve(before?.row ?? null, recorded, id));
    if (!row) return () => ({});
    const after = { row, at: recorded.metadata.at };
    this.moments.set(id, after);
    return () => difference(before && this.recordOf(before), this.recordOf(after));
  }

  private recordOf({ row, at }: Moment<R>): Fields {
    return this.chronicle.record(row, at);
  }
}

const difference = (before: Fields | undefined, after: Fields): HistoryChanges =>
  Object.fromEntries(
    Object.entries(after)
      // `updated_at` is the time of the entry.
      .filter(([field, to]) => field !== 'updated_at' && !(before && isSame(before[field], to)))
      .map(([field, to]) => [field, { from: before?.[field] ?? null, to }]),
  );

/** What no event touched is the same value, however large. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after || JSON.stringify(before) === JSON.stringify(after);

const entryOf = <R extends object, E extends Event>(
  { names }: Chronicle<R, E>,
  { id, event, metadata, revision }: Recorded<E>,
  changes: HistoryChanges,
): HistoryEntry => ({
  id: idOf('evt', id),
  type: names[event.type] ?? event.type,
  at: metadata.at,
  actor: presentActor(metadata.actor),
  request_id: metadata.request_id,
  changes,
  revision: revision.toString(),
});
