import type { Chronicle } from './chronicle';
import type { Decider } from './decider';
import type { Command, Event } from './messages';
import type { Projection } from './projection';

/** The apps that handle commands where this is not done in the process that sends them. */
export type WriteService = 'keys' | 'links';

export interface Row {
  readonly id: string;
}

/** A projection and its place among the others. Its table has its name, and its queries name its row's type. */
export interface ReadModel<R extends Row = Row, E extends Event = Event> {
  readonly projection: Projection<R, E>;
  /** Whether a writer's answer waits until its events are in here, so that a writer reads its own write. */
  readonly awaited: boolean;
  /** The stream that a row is made of. */
  streamOf(row: R): string;
}

/** What a read model of timers has in common: something is to be put on record once it is due. */
export interface TimerRow extends Row {
  readonly workspace_id: string;
  /** Where its command goes. */
  readonly stream: string;
  /** What kind of timer it is, among those of its read model. */
  readonly kind: string;
  /** RFC 3339 UTC. */
  readonly due_at: string;
}

/** The command that a timer becomes. */
export interface DueCommand {
  readonly command: Command;
  /** Id of the resource that it is about. */
  readonly subject: string;
  /** Names what is put on record. The command's id is made of it: the same text is recorded once. */
  readonly occurrence: string;
}

/** Timers of an aggregate, which the scheduler watches. */
export interface Timers<T extends TimerRow = TimerRow, E extends Event = Event> {
  /** One of the aggregate's read models; its table has an index on `due_at`. */
  readonly readModel: ReadModel<T, E>;
  /** @param now RFC 3339 UTC, by the database's clock */
  commandOf(timer: T, now: string): DueCommand;
}

/** How a resource is found by an id of the HTTP contract. */
export interface Resource<R extends Row = Row, E extends Event = Event> {
  /** What its ids begin with, without the underscore. */
  readonly idPrefix: string;
  /** Has a row for each. */
  readonly readModel: ReadModel<R, E>;
  /** Its stream; absent where an id alone does not say it, and its row does. */
  streamOf?(id: string): string;
}

/**
 * All that the apps have to know of an aggregate. Each context exports one for each of its own, and the list of them is
 * libs/contexts/aggregates: whoever handles, projects, awaits, publishes or inspects streams derives its lists from it.
 */
export interface Aggregate<E extends Event = Event> {
  /** What the names of its streams begin with, without the dash. */
  readonly category: string;
  readonly service: WriteService;
  readonly decider: Decider<unknown, Command, E>;
  readonly readModels: readonly ReadModel<Row, E>[];
  readonly resource?: Resource<Row, E>;
  readonly timers?: Timers<TimerRow, E>;
  /**
   * Its history and its public events; absent where it has none.
   * @param publicUrl origin of the product, like `https://go.example.com`
   */
  chronicle?(publicUrl: string): Chronicle<Row, E>;
}
