import type { Event } from './messages';
import type { Projection } from './projection';

/** A record of the HTTP contract, by its fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Makes the histories and public events of one kind of resource. A new kind is one such object. */
export interface Chronicle<R extends object, E extends Event> {
  /** The fold that also makes the read model: history, point in time, public events and live rows cannot differ. */
  readonly projection: Projection<R, E>;
  /** Public names of its events. An event without one is not public. */
  readonly names: Readonly<Record<string, string>>;
  /** Fields that describe a resource which an event replaces by another one; absent where that cannot happen. */
  readonly replaced?: readonly string[];
  /** The public record, without counters and usage. @param at RFC 3339, the instant its status is judged at */
  record(row: R, at: string): Fields;
}
