import type { Event, Metadata, Recorded } from './messages';

/** An event to append. `id` is a UUID; appending the same id again at the same expected revision changes nothing. */
export interface Proposed<E extends Event = Event> {
  readonly id: string;
  readonly event: E;
  readonly metadata: Metadata;
}

/** The stream must not exist yet. */
export const NO_STREAM = -1n;

export interface Appended {
  /** Revision of the last event of this append. */
  readonly revision: bigint;
  /** Position of the last event of this append. */
  readonly position: bigint;
}

/** What a catch-up subscription delivers: events in order of position, and a mark each time it has read them all. */
export type Delivery<E extends Event = Event> =
  | { readonly kind: 'event'; readonly recorded: Recorded<E> }
  /** Everything up to `position` has been delivered (or was of other categories): a checkpoint may move here. */
  | { readonly kind: 'caught-up'; readonly position: bigint };

export interface Subscribe {
  /** Deliver the events after this position; -1n for all. */
  readonly after: bigint;
  /** Only streams of these categories. */
  readonly categories: readonly string[];
  /** Aborting ends the iteration without an error. */
  readonly signal: AbortSignal;
  /**
   * Called after a lost connection, before anything is delivered over the next one: another store, or an earlier copy
   * of this one, may answer there. If it throws EventStoreMismatch, the iteration ends with that error; after another
   * one it ends as well, or the connection is tried again.
   */
  readonly onReconnect?: (reconnection: Reconnection) => Promise<void>;
}

export interface Reconnection {
  /** The last delivered event. */
  readonly last: Recorded | undefined;
  /** After which the iteration would go on. */
  readonly position: bigint;
  /** False where nothing tells of lost connections, and every page counts as the first one of another. */
  readonly wasLost: boolean;
}

export interface ReadStream {
  /** Events of this revision and later ones. */
  readonly from?: bigint;
  /** At most so many of them. */
  readonly count?: number;
}

/**
 * The source of truth. Every adapter passes test/contract/event-store.contract.ts.
 *
 * Throws {@link WrongRevision} when a race is lost and {@link StoreUnavailable} when the store cannot be reached;
 * an append that threw StoreUnavailable may or may not have happened, and may be sent again.
 */
export interface EventStore {
  /** A stream's events, oldest first; an unknown stream is empty. */
  read(stream: string, options?: ReadStream): Promise<readonly Recorded[]>;
  /**
   * Appends all or nothing.
   * @param expected revision of the stream's last event as the caller knows it, or NO_STREAM.
   */
  append(stream: string, events: readonly Proposed[], expected: bigint): Promise<Appended>;
  /**
   * Delivers stored events, then new ones, in order of position. Appends of any process wake it, never a timer.
   * After a lost connection it resumes after the last delivered event.
   */
  subscribe(options: Subscribe): AsyncIterable<Delivery>;
  /**
   * Position of the last event of these categories, or of the whole store; -1n for none. A store that would have to search
   * for the last event of the categories for long says the position of its last event instead.
   */
  head(categories?: readonly string[]): Promise<bigint>;
  /** The id that {@link identify} gave the store; undefined before that. Copies of its files have it, too. */
  identity(): Promise<string | undefined>;
  /**
   * Gives the store an id, unless it has one.
   * @param id a UUID @returns the id that it has
   */
  identify(id: string): Promise<string>;
  /** Grows whenever the connection to the server was lost: what answers over the next one may be another store. */
  losses?(): number;
  close(): Promise<void>;
}

/** The store does not let the account in, or refuses it a right. Another attempt would meet it again. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}

export class WrongRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: bigint,
    readonly actual: bigint,
  ) {
    super(`${stream} is at revision ${actual}, not at ${expected}`);
    this.name = 'WrongRevision';
  }
}

export class StoreUnavailable extends Error {
  constructor(detail: string, options?: { cause?: unknown }) {
    super(detail, options);
    this.name = 'StoreUnavailable';
  }
}

/**
 * The store is another one than before, or an earlier copy: what was folded from its events does not belong to it.
 * Lasts until an operator acts, and no command is accepted meanwhile.
 */
export class EventStoreMismatch extends StoreUnavailable {
  override readonly name = 'EventStoreMismatch';
}
