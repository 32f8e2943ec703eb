import { type Event, type EventStore, EventStoreMismatch, type Projection, type Recorded } from '@kernel';
import {
  type Mark,
  NO_ID,
  type ParkedStream,
  decodeMark,
  demandHistory,
  encodeMark,
  markOf,
} from '@platform/processing';
import { Client } from 'pg';
import { applicationConnection, EVERY_WORKSPACE } from '@platform/postgres';
import { type CompareOptions, type ShadowComparison, compare, takeOver } from './differences';
import { readEvents } from './read-events';
import { ShadowTable } from './shadow-table';

export interface RebuildOptions extends Pick<CompareOptions, 'examples' | 'show'> {
  /** Of the database; the work is done on one connection with the application's rights. */
  readonly url: string;
  readonly store: EventStore;
  /** Makes the live table equal to the rebuilt one, in the transaction in which they were compared. */
  readonly swap?: boolean;
  readonly onProgress?: (position: bigint, target: bigint) => void;
}

export interface Rebuilt extends ShadowComparison {
  /**
   * The live table's checkpoint: both tables are folded up to it. If the store ends before that, the live table's last
   * event; after a mismatch, the end of the store.
   */
  readonly position: bigint;
  /** Why the checkpoint does not belong to this store; then a swap also moves the checkpoint. */
  readonly mismatch?: string;
  readonly events: number;
  /** Streams that a swap unparked, because they can be folded now. */
  readonly unparked: readonly string[];
  /** Streams that cannot be folded. */
  readonly parked: readonly ParkedStream[];
  readonly swapped: boolean;
}

/** The remaining events are folded under the lock only if their positions, about one per event, are fewer than this. */
const NEAR = 2_000n;
const ROUNDS = 5;

/**
 * Folds a read model anew through its own projection, into a shadow table, and compares it row by row with the live one
 * at the same position, while the projector continues. Throws if another process rebuilds the same read model.
 *
 * A comparison reads a snapshot and blocks nobody. A swap blocks the projector (not the readers) while it folds the
 * last few events, compares and writes the differences. Then the projector continues from the checkpoint, which has not
 * moved.
 *
 * If the store is not the one that the live table was folded from, the shadow is folded up to the end of the store, and
 * a swap moves the checkpoint there. If it is, but ends before the checkpoint, the shadow is folded up to the last event
 * of the live table, and a swap moves the checkpoint there.
 */
export const rebuild = async <R extends object, E extends Event>(
  projection: Projection<R, E>,
  options: RebuildOptions,
): Promise<Rebuilt> =>
  onOneConnection(options.url, async (client) => {
    await exclusively(client, projection.name);
    const shadow = await ShadowTable.create(client, projection);
    const foreign = await foreignHistory(client, projection, options.store);
    const folded: Folded = { position: -1n, mark: await beginningOf(options.store) };
    const foldTo = async (target: bigint) => {
      for await (const events of readEvents<E>(options.store, projection.categories, folded.position, target)) {
        await shadow.fold(events);
        const last = events.at(-1);
        if (last) folded.mark = markOf(folded.mark.store, last);
        options.onProgress?.(last?.position ?? target, target);
      }
      if (target > folded.position) folded.position = target;
      options.onProgress?.(target, target);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = foreign?.end ?? (await reachable(await checkpointOf(client, projection.name), options.store));
      if (round > 0 && target - folded.position < NEAR) break;
      await foldTo(target);
    }
    return settle({ client, projection, shadow, options, foreign, folded }, foldTo);
  });

/** How far a shadow is folded. */
interface Folded {
  position: bigint;
  mark: Mark;
}

const beginningOf = async (store: EventStore): Promise<Mark> => ({
  store: (await store.identity()) ?? NO_ID,
  position: -1n,
  event: null,
});

/**
 * Up to where a live table can be compared. A store that was put back to an earlier copy may end before a checkpoint,
 * and have all that the table was folded from: that ends with the mark.
 */
const reachable = async ({ position, mark }: Checkpoint, store: EventStore): Promise<bigint> =>
  mark && position > mark.position && position > (await store.head()) ? mark.position : position;

/** What a live table without the history of the store needs. */
interface Foreign {
  readonly why: string;
  /** Of the store. */
  readonly end: bigint;
}

const foreignHistory = async <R extends object, E extends Event>(
  client: Client,
  { name }: Projection<R, E>,
  store: EventStore,
): Promise<Foreign | undefined> => {
  const { position, mark } = await checkpointOf(client, name);
  try {
    await demandHistory(store, mark, position);
    return undefined;
  } catch (error) {
    if (!(error instanceof EventStoreMismatch)) throw error;
    if ((await store.identity()) === undefined) throw error;
    return { why: error.message, end: await store.head() };
  }
};

interface Settle<R extends object, E extends Event> {
  readonly client: Client;
  readonly projection: Projection<R, E>;
  readonly shadow: ShadowTable<R, E>;
  readonly options: RebuildOptions;
  readonly foreign: Foreign | undefined;
  readonly folded: Folded;
}

/** In one transaction: locks the live table (or takes a snapshot), folds the shadow to its position, compares both. */
const settle = async <R extends object, E extends Event>(
  { client, projection: { name }, shadow, options, foreign, folded }: Settle<R, E>,
  foldTo: (target: bigint) => Promise<void>,
): Promise<Rebuilt> => {
  const { swap = false, ...comparing } = options;
  await client.query(
    swap ? `BEGIN; LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE` : 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  );
  shadow.inTransaction = true;
  const checkpoint = await checkpointOf(client, name, swap);
  const target = foreign?.end ?? (await reachable(checkpoint, options.store));
  if (folded.position > target)
    throw new Error(
      `${name} was taken back to ${target} meanwhile, as the event store was put back. Repeat the command.`,
    );
  await foldTo(target);
  const { position, mark } = folded;
  const comparison = await compare(client, name, shadow.name, comparing);
  const known = await client.query<{ stream: string }>('SELECT stream FROM parked_streams WHERE read_model = $1', [
    name,
  ]);
  if (swap) {
    await takeOver(client, name, shadow.name, shadow.columns);
    await replaceParked(client, name, [...shadow.parked.values()]);
    if (foreign || position !== checkpoint.position) await moveTo(client, name, position, mark);
  }
  await client.query('COMMIT');
  const unparked = known.rows.map(({ stream }) => stream).filter((stream) => !shadow.parked.has(stream));
  return {
    ...comparison,
    position,
    events: shadow.events,
    unparked,
    parked: [...shadow.parked.values()],
    swapped: swap,
    ...(foreign && { mismatch: foreign.why }),
  };
};

/** Sets a checkpoint in another history, or back, and tells the processes that wait for the read model. */
const moveTo = async (client: Client, name: string, position: bigint, mark: Mark): Promise<void> => {
  await client.query('UPDATE checkpoints SET position = $2, mark = $3, updated_at = now() WHERE read_model = $1', [
    name,
    position.toString(),
    encodeMark(mark),
  ]);
  await client.query("SELECT pg_notify('waymark_progress', $1)", [`!${name}:${position}`]);
};

/**
 * Compares some rows of the live table with the fold of their streams alone. Cheap, but it cannot find missing rows.
 * @param streams of the rows of a random sample
 */
export const verifySample = async <R extends { readonly id: string }, E extends Event>(
  projection: Projection<R, E>,
  {
    url,
    store,
    size,
    streamOf,
  }: Pick<RebuildOptions, 'url' | 'store'> & { size: number; streamOf: (row: R) => string },
): Promise<ShadowComparison> =>
  onOneConnection(url, async (client) => {
    const shadow = await ShadowTable.create(client, projection);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    shadow.inTransaction = true;
    const { position } = await checkpointOf(client, projection.name);
    const { rows } = await client.query<R>(`SELECT * FROM ${projection.name} ORDER BY random() LIMIT $1`, [size]);
    for (const stream of new Set(rows.map(streamOf))) {
      const events = (await store.read(stream)) as readonly Recorded<E>[];
      await shadow.fold(events.filter((recorded) => recorded.position <= position));
    }
    const comparison = await compare(client, projection.name, shadow.name, { ids: rows.map(({ id }) => id) });
    await client.query('COMMIT');
    return { ...comparison, rows: rows.length };
  });

const onOneConnection = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(
    applicationConnection(url, {
      name: 'rebuild',
      workspace: EVERY_WORKSPACE,
      statementMs: 0,
      lockMs: 10_000,
      restMs: 60_000,
    }),
  );
  // A connection that breaks fails the query under way. Between two queries it emits this error; the next query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const exclusively = async (client: Client, name: string): Promise<void> => {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
    [`waymark/rebuild/${name}`],
  );
  if (!rows[0]?.taken) throw new Error(`${name} is being rebuilt by another process`);
};

interface Checkpoint {
  readonly position: bigint;
  readonly mark: Mark | undefined;
}

/** @param hold keeps the projector from moving it until the transaction ends */
const checkpointOf = async (client: Client, name: string, hold = false): Promise<Checkpoint> => {
  const { rows } = await client.query<{ position: string; mark: unknown }>(
    `SELECT position, mark FROM checkpoints WHERE read_model = $1 ${hold ? 'FOR UPDATE' : ''}`,
    [name],
  );
  const [found] = rows;
  return { position: BigInt(found?.position ?? -1), mark: found?.mark ? decodeMark(found.mark) : undefined };
};

const replaceParked = async (client: Client, name: string, parked: readonly ParkedStream[]): Promise<void> => {
  const streams = parked.map(({ stream }) => stream);
  await client.query('DELETE FROM parked_streams WHERE read_model = $1 AND NOT stream = ANY($2::text[])', [
    name,
    streams,
  ]);
  await client.query(
    `INSERT INTO parked_streams (read_model, stream, position, cause, parked_at)
     SELECT $1, stream, position, cause, now()
       FROM unnest($2::text[], $3::bigint[], $4::text[]) AS p (stream, position, cause)
     ON CONFLICT (read_model, stream) DO UPDATE SET position = excluded.position, cause = excluded.cause`,
    [name, streams, parked.map(({ position }) => position.toString()), parked.map(({ cause }) => cause)],
  );
};
