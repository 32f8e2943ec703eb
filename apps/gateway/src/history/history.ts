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

/** What happened to one resource, oldest first. @param events its stream */
export const historyEntriesOf = <R extends object, E extends Event>(
  chronicle: Chronicle<R, E>,
  events: readonly Recorded[],
  id: string,
): HistoryEntry[] => {
  const past = new Past(chronicle);
  return namedEvents(chronicle, events)
    .filter((recorded) => keysOf(chronicle.projection, recorded).includes(id))
    .map((recorded) => entryOf(chronicle, recorded, past.after(recorded, id)));
};

/**
 * The history of all resources that share a stream, one entry per event. An event about two of them becomes an entry of
 * the newer one.
 */
export const sharedHistoryOf = <R extends object, E extends Event>(
  chronicle: Chronicle<R, E>,
  events: readonly Recorded[],
): SharedEntry[] => {
  const past = new Past(chronicle);
  return namedEvents(chronicle, events).map((recorded) => {
    const [newer = '', previous] = keysOf(chronicle.projection, recorded);
    return {
      ...entryOf(chronicle, recorded, past.after(recorded, newer)),
      key_id: newer,
      ...(previous !== undefined && { previous: { key_id: previous, changes: past.after(recorded, previous) } }),
    };
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

/** The public records after the last event: each change is the difference to them. */
class Past<R extends object, E extends Event> {
  private readonly rows = new Map<string, R>();
  private readonly records = new Map<string, Fields>();

  constructor(private readonly chronicle: Chronicle<R, E>) {}

  after(recorded: Recorded<E>, id: string): HistoryChanges {
    const before = this.rows.get(id) ?? null;
    const row = foldStep(recorded, () => this.chronicle.projection.evolve(before, recorded, id));
    if (!row) return {};
    const record = this.chronicle.record(row, recorded.metadata.at);
    const changes = difference(this.records.get(id), record);
    this.rows.set(id, row);
    this.records.set(id, record);
    return changes;
  }
}

const difference = (before: Fields | undefined, after: Fields): HistoryChanges =>
  Object.fromEntries(
    Object.entries(after)
      // `updated_at` is the time of the entry.
      .filter(
        ([field, to]) => field !== 'updated_at' && (!before || JSON.stringify(before[field]) !== JSON.stringify(to)),
      )
      .map(([field, to]) => [field, { from: before?.[field] ?? null, to }]),
  );

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
