import type { Chronicle } from './chronicle';
import type { Decider } from './decider';
import type { Command, Event } from './messages';
import type { Projection } from './projection';

/** The apps that handle commands when the sending process does not. */
export type WriteService = 'keys' | 'links';

export interface Row {
  readonly id: string;
}

/** A projection and how apps use it. Its table has the projection's name. Queries of it use its row type. */
export interface ReadModel<R extends Row = Row, E extends Event = Event> {
  readonly projection: Projection<R, E>;
  /** Whether a writer's answer waits until this read model has its events, so that it reads its own write. */
  readonly awaited: boolean;
  /** The stream whose events make a row. */
  streamOf(row: R): string;
}

/** A row of any read model of timers. The scheduler sends the timer's command once it is due. */
export interface TimerRow extends Row {
  readonly workspace_id: string;
  /** The stream of its command. */
  readonly stream: string;
  /** Kind of timer within its read model. */
  readonly kind: string;
  /** RFC 3339 UTC; null while the timer is suspended. */
  readonly due_at: string | null;
}

/** A command of the scheduler. */
export interface DueCommand {
  readonly command: Command;
  /** Id of the resource that it is about. */
  readonly subject: string;
  /** Names what is recorded. The command's id is derived from it: the same text is recorded once. */
  readonly occurrence: string;
}

/** Timers of an aggregate, which the scheduler watches. */
export interface Timers<T extends TimerRow = TimerRow> {
  /** Has an index on `due_at`. */
  readonly table: string;
  /** Who removes a timer once its command has an outcome: the projector, if the table is a read model. */
  readonly removedBy: 'projector' | 'scheduler';
  /** What they bring about is deleted for good: a clock that may be wrong does not suffice. */
  readonly irrevocable?: true;
  /** @param now RFC 3339 UTC, by the database's clock */
  commandOf(timer: T, now: string): DueCommand;
}

/** A row of a read model whose resources are purged with their workspace. */
export interface PurgeableRow extends Row {
  readonly workspace_id: string;
  readonly created_at: string;
}

/**
 * How resources of a purged workspace leave the read models: by an event for each one, which folds to no row. So a
 * rebuild leaves them out as well.
 */
export interface Purge<R extends PurgeableRow = PurgeableRow, E extends Event = Event> {
  /** Its table has an index on `workspace_id, created_at, id`. */
  readonly readModel: ReadModel<R, E>;
  /**
   * Public name of the event of a deletion that takes away the row. Resources that are deleted so are found by these
   * events; their row has no other field than those of {@link PurgeableRow}.
   */
  readonly deletedBy?: string;
  commandOf(row: R): DueCommand;
}

/** How a resource is found by an id of the HTTP contract. */
export interface Resource<R extends Row = Row, E extends Event = Event> {
  /** What its ids begin with, without the underscore. */
  readonly idPrefix: string;
  /** Has a row for each resource. */
  readonly readModel: ReadModel<R, E>;
  /** Its stream; absent where only the row determines it, not the id. */
  streamOf?(id: string): string;
}

/**
 * All that the apps know of an aggregate. Each context exports one for each of its aggregates; libs/contexts/aggregates
 * lists them. Code that handles, projects, awaits, publishes or inspects streams derives its lists from there.
 */
export interface Aggregate<E extends Event = Event> {
  /** What the names of its streams begin with, without the dash. */
  readonly category: string;
  readonly service: WriteService;
  readonly decider: Decider<unknown, Command, E>;
  readonly readModels: readonly ReadModel<Row, E>[];
  readonly resource?: Resource<Row, E>;
  readonly timers?: readonly Timers[];
  readonly purge?: Purge<PurgeableRow, E>;
  /**
   * Its history and its public events; absent where it has none.
   * @param publicUrl origin of the product, like `https://go.example.com`
   */
  chronicle?(publicUrl: string): Chronicle<Row, E>;
}
