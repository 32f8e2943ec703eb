import type { Event, Projection, Recorded } from '@kernel';
import type { ClientBase } from 'pg';
import type { Log } from '../log';
import { foldBatch } from '../projector/fold-batch';
import { columnsOf, loadRows, writing, writtenRows } from '../projector/read-model-table';

export interface Parked {
  readonly stream: string;
  readonly position: bigint;
  readonly cause: string;
}

/**
 * A read model folded anew beside the live one, in a temporary table: it has the live one's columns, checks and indexes,
 * belongs to one connection, and is gone with it, however that ends.
 */
export class ShadowTable<R extends object, E extends Event> {
  /** What the events could not be folded for, by stream. */
  readonly parked = new Map<string, Parked>();
  private readonly parkedStreams = new Set<string>();
  events = 0;

  private constructor(
    private readonly client: ClientBase,
    private readonly projection: Projection<R, E>,
    readonly columns: readonly string[],
    private readonly log: Log,
  ) {}

  static async create<R extends object, E extends Event>(client: ClientBase, projection: Projection<R, E>, log: Log): Promise<ShadowTable<R, E>> {
    const table = new ShadowTable(client, projection, await columnsOf(client, projection.name), log);
    await client.query(`
      CREATE TEMPORARY TABLE ${table.name}
      (LIKE ${projection.name} INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES)`);
    return table;
  }

  get name(): string {
    return `${this.projection.name}_shadow`;
  }

  async fold(events: readonly Recorded<E>[]): Promise<void> {
    const { rows } = await foldBatch(this.projection, this, this.parkedStreams, events, this.log);
    await this.client.query({
      name: `write ${this.name}`,
      text: `WITH ${writing(this.name, this.columns)} SELECT`,
      values: writtenRows(rows),
    });
    this.events += events.length;
  }

  load(ids: readonly string[]): Promise<Map<string, R>> {
    return loadRows(this.client, this.name, ids);
  }

  async park(stream: string, position: bigint, cause: string): Promise<void> {
    this.parked.set(stream, { stream, position, cause });
  }
}
