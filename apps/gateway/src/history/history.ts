import { type Actor, type Chronicle, type Event, type Fields, type Projection, type Recorded, idOf } from '@kernel';
import { presentActor } from '../caller';

export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

export interface Entry {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly actor: Actor;
  readonly request_id: string;
  readonly changes: Changes;
  /** Place in the stream: text, as every revision outside the program. */
  readonly revision: string;
}

/** An entry of several resources that share a stream: it says whom it is about, and what became of the other one. */
export interface SharedEntry extends Entry {
  readonly key_id: string;
  readonly previous?: { readonly key_id: string; readonly changes: Changes };
}

/** What happened to one resource, oldest first. @param events its stream */
export const historyOf = <R extends object, E extends Event>(
  chronicle: Chronicle<R, E>,
  events: readonly Recorded[],
  id: string,
): Entry[] => {
  const past = new Past(chronicle);
  return told(chronicle, events)
    .filter((recorded) => chronicle.projection.keys(recorded).includes(id))
    .map((recorded) => entryOf(chronicle, recorded, past.after(recorded, id)));
};

/** What happened to all that share a stream, an entry an event. One about two of them is told of the newer. */
export const sharedHistoryOf = <R extends object, E extends Event>(
  chronicle: Chronicle<R, E>,
  events: readonly Recorded[],
): SharedEntry[] => {
  const past = new Past(chronicle);
  return told(chronicle, events).map((recorded) => {
    const [newer = '', previous] = chronicle.projection.keys(recorded);
    return {
      ...entryOf(chronicle, recorded, past.after(recorded, newer)),
      key_id: newer,
      ...(previous !== undefined && { previous: { key_id: previous, changes: past.after(recorded, previous) } }),
    };
  });
};

/**
 * How a resource stood at an instant: its stream folded up to, and with, the last event that had happened by then. Null
 * before its creation. Events are in the order in which they were decided; where two requests overlapped, a later one may
 * bear an earlier time, and what stands behind it in the stream had not happened before it.
 */
export const stateAt = <R extends object, E extends Event>(
  { projection }: Chronicle<R, E>,
  events: readonly Recorded[],
  id: string,
  instant: string,
): R | null => {
  const later = events.findIndex(({ metadata }) => metadata.at > instant);
  return concerning(projection, later < 0 ? events : events.slice(0, later), id).reduce<R | null>(
    (row, recorded) => projection.evolve(row, recorded, id),
    null,
  );
};

const concerning = <R extends object, E extends Event>(
  projection: Projection<R, E>,
  events: readonly Recorded[],
  id: string,
) => (events as readonly Recorded<E>[]).filter((recorded) => projection.keys(recorded).includes(id));

const told = <R extends object, E extends Event>({ names }: Chronicle<R, E>, events: readonly Recorded[]) =>
  (events as readonly Recorded<E>[]).filter(({ event }) => names[event.type] !== undefined);

/** The public records as they were after the event before, so that each change begins where the last one ended. */
class Past<R extends object, E extends Event> {
  private readonly rows = new Map<string, R>();
  private readonly records = new Map<string, Fields>();

  constructor(private readonly chronicle: Chronicle<R, E>) {}

  after(recorded: Recorded<E>, id: string): Changes {
    const row = this.chronicle.projection.evolve(this.rows.get(id) ?? null, recorded, id);
    if (!row) return {};
    const record = this.chronicle.record(row, recorded.metadata.at);
    const changes = difference(this.records.get(id), record);
    this.rows.set(id, row);
    this.records.set(id, record);
    return changes;
  }
}

const difference = (before: Fields | undefined, after: Fields): Changes =>
  Object.fromEntries(
    Object.entries(after)
      // The time of the last change is the entry's own.
      .filter(
        ([field, to]) => field !== 'updated_at' && (!before || JSON.stringify(before[field]) !== JSON.stringify(to)),
      )
      .map(([field, to]) => [field, { from: before?.[field] ?? null, to }]),
  );

const entryOf = <R extends object, E extends Event>(
  { names }: Chronicle<R, E>,
  { id, event, metadata, revision }: Recorded<E>,
  changes: Changes,
): Entry => ({
  id: idOf('evt', id),
  type: names[event.type] ?? event.type,
  at: metadata.at,
  actor: presentActor(metadata.actor),
  request_id: metadata.request_id,
  changes,
  revision: revision.toString(),
});
