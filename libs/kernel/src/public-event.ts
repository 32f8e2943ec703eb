import type { Chronicle, Fields } from './chronicle';
import { idOf } from './ids';
import type { Event, Recorded } from './messages';
import { rowKeysOf } from './projection';

/** An event for other systems, on Kafka and by webhooks. Every one is documented in docs/events/. */
export interface PublicEvent {
  /** Derived from the event's own id. A repeat and the entry in the resource's history have the same id. */
  readonly id: string;
  /** Dotted: `link.created`. */
  readonly type: string;
  /** When it happened, RFC 3339 UTC. */
  readonly created_at: string;
  readonly workspace_id: string;
  readonly api_version: 'v1';
  /** Of the event in its resource's stream, as text: a receiver drops what is older than what it has. */
  readonly revision: string;
  /** The resource after the event, as the API returns it, without counters and usage. */
  readonly data: Fields;
  /** Earlier values of the fields that changed; for a replaced resource, the chronicle's `replaced` fields. */
  readonly previous: Fields;
}

/** Made of clicks, for webhooks only: one body for each click, and one for many of them. */
export const CLICK_EVENTS = ['link.clicked', 'link.clicks'] as const;
export type ClickEventName = (typeof CLICK_EVENTS)[number];

/** Sent to one webhook by its `test`. */
export const PING = 'ping';

/**
 * The public events of a stream, in order. Those before `from` cost a fold each, and nothing more.
 * @param events the stream from its beginning, since a public event holds the state before and after
 * @param from the revision to begin at
 * @throws when an event cannot be folded, or does not say of which workspace or which resource it is
 */
export const publicEventsOf = <R extends object, E extends Event>(
  chronicle: Chronicle<R, E>,
  events: readonly Recorded[],
  from = 0n,
): PublicEvent[] => publicFoldOf(chronicle)(events, from);

/** Takes further events of a stream, each once and in order. @returns the public ones from a revision on */
export type PublicFold = (events: readonly Recorded[], from?: bigint) => PublicEvent[];

/** As {@link publicEventsOf}, for a stream that is taken in portions. One that has thrown is of no more use. */
export const publicFoldOf = <R extends object, E extends Event>(chronicle: Chronicle<R, E>): PublicFold => {
  const state = new State(chronicle);
  return (events, from = 0n) =>
    (events as readonly Recorded<E>[]).flatMap((recorded) => {
      const change = recorded.revision < from ? state.pass(recorded) : state.after(recorded);
      const type = nameOf(chronicle, recorded.event);
      return type !== undefined && change ? [{ ...envelopeOf(recorded, type), ...change }] : [];
    });
};

/** A stored type may be any text. `constructor` has no public name. */
const nameOf = ({ names }: Pick<Chronicle<never, never>, 'names'>, { type }: Event): string | undefined =>
  Object.hasOwn(names, type) ? names[type] : undefined;

const envelopeOf = ({ id, metadata, revision }: Recorded, type: string) => {
  const { at, workspace_id } = metadata;
  // A faulty release may have stored one without: it would belong to nobody.
  if (!workspace_id) throw new Error(`${type} ${id}, revision ${revision}, has no workspace_id in its metadata`);
  return {
    id: idOf('evt', id),
    type,
    created_at: at,
    workspace_id,
    api_version: 'v1' as const,
    revision: revision.toString(),
  };
};

/** The resources of a stream after the last event about each. */
class State<R extends object, E extends Event> {
  private readonly rows = new Map<string, { readonly row: R; readonly at: string }>();

  constructor(private readonly chronicle: Chronicle<R, E>) {}

  /** Folds an event that is not to be published. */
  pass(recorded: Recorded<E>): null {
    for (const key of rowKeysOf(this.chronicle.projection, recorded)) this.advance(recorded, key);
    return null;
  }

  /** Null where the event is about no existing resource. */
  after(recorded: Recorded<E>): Pick<PublicEvent, 'data' | 'previous'> | null {
    const [subject, replaced] = rowKeysOf(this.chronicle.projection, recorded);
    if (subject === undefined) return null;
    const before = this.record(subject);
    const data = this.advance(recorded, subject) ? this.record(subject) : undefined;
    const other = replaced !== undefined && this.advance(recorded, replaced) ? this.record(replaced) : undefined;
    if (!data) return null;
    return { data, previous: other ? chosen(other, this.chronicle.replaced ?? []) : formerly(before, data) };
  }

  private advance(recorded: Recorded<E>, key: string): boolean {
    const row = this.chronicle.projection.evolve(this.rows.get(key)?.row ?? null, recorded, key);
    if (row) this.rows.set(key, { row, at: recorded.metadata.at });
    return row !== null;
  }

  private record(key: string): Fields | undefined {
    const known = this.rows.get(key);
    return known && this.chronicle.record(known.row, known.at);
  }
}

const chosen = (record: Fields, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map((field) => [field, record[field]]));

const formerly = (before: Fields | undefined, after: Fields): Fields =>
  Object.fromEntries(
    Object.entries(before ?? {})
      // Every event changes `updated_at`, to its own time.
      .filter(([field, from]) => field !== 'updated_at' && JSON.stringify(from) !== JSON.stringify(after[field])),
  );
