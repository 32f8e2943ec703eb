import type { Event, Projection, Recorded } from '@kernel';
import { type FoldTarget, type Mark, type ParkedStream, type Rows, foldInto } from '@platform/processing';
import type { ClientBase } from 'pg';
import { columnsOf, loadRows, refusesRow, writing, writtenRows } from '../projector/read-model-table';

/** A shadow stores no step. */
const NOWHERE: Mark = { store: '', position: -1n, event: null };

/**
 * A read model folded anew beside the live one, in a temporary table. It has the live one's columns, checks and
 * indexes, belongs to one connection, and is dropped when that connection ends in any way.
 */
export class ShadowTable<R extends object, E extends Event> implements FoldTarget<R> {
  /** Streams that could not be folded, with the causes. */
  readonly parked = new Map<string, ParkedStream>();
  events = 0;
  /** Set while the connection is in a transaction: a row that the table refuses must not abort it. */
  inTransaction = false;

  private constructor(
    private readonly client: ClientBase,
    private readonly projection: Projection<R, E>,
    readonly columns: readonly string[],
  ) {}

  static async create<R extends object, E extends Event>(
    client: ClientBase,
    projection: Projection<R, E>,
  ): Promise<ShadowTable<R, E>> {
    const table = new ShadowTable(client, projection, await columnsOf(client, projection.name));
    await client.query(`
      CREATE TEMPORARY TABLE ${table.name}
      (LIKE ${projection.name} INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES)`);
    return table;
  }

  get name(): string {
    return `${this.projection.name}_shadow`;
  }

  /** Folds as the projector does. @param events in their order */
  async fold(events: readonly Recorded<E>[]): Promise<void> {
    const wanted = events.filter(({ stream }) => !this.parked.has(stream));
    const fold = foldInto(this.projection, this);
    const parked = await fold({ events: wanted, from: -1n, to: -1n, mark: NOWHERE, skipped: [] });
    for (const one of parked ?? []) this.parked.set(one.stream, one);
    this.events += events.length;
  }

  load(ids: readonly string[]): Promise<Map<string, R>> {
    return loadRows(this.client, this.name, ids);
  }

  async write(rows: Rows<R>): Promise<void> {
    if (this.inTransaction) await this.client.query('SAVEPOINT fold');
    try {
      await this.client.query({
        name: `write ${this.name}`,
        text: `WITH ${writing(this.name, this.columns)} SELECT`,
        values: writtenRows(rows),
      });
    } catch (error) {
      if (this.inTransaction) await this.client.query('ROLLBACK TO SAVEPOINT fold');
      throw error;
    }
    if (this.inTransaction) await this.client.query('RELEASE SAVEPOINT fold');
  }

  refuses = refusesRow;
}
