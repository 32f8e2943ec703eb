import type { Event, EventStore, Projection, Recorded } from '@kernel';
import type { ParkedStream } from '@platform/processing';
import { Client } from 'pg';
import { applicationConnection, EVERY_WORKSPACE } from '@platform/postgres';
import { type Comparison, compare, takeOver } from './differences';
import { readEvents } from './read-events';
import { ShadowTable } from './shadow-table';

export interface RebuildOptions {
  /** Of the database; the work is done on one connection with the application's rights. */
  readonly url: string;
  readonly store: EventStore;
  /** Makes the live table equal to the rebuilt one, in the transaction in which they were compared. */
  readonly swap?: boolean;
  readonly onProgress?: (position: bigint, target: bigint) => void;
}

export interface Rebuilt extends Comparison {
  /** The live table's checkpoint: both tables are folded up to it. */
  readonly position: bigint;
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
 */
export const rebuild = async <R extends object, E extends Event>(
  projection: Projection<R, E>,
  options: RebuildOptions,
): Promise<Rebuilt> =>
  onOneConnection(options.url, async (client) => {
    await exclusively(client, projection.name);
    const shadow = await ShadowTable.create(client, projection);
    let position = -1n;
    const foldTo = async (target: bigint) => {
      for await (const events of readEvents<E>(options.store, projection.categories, position, target)) {
        await shadow.fold(events);
        options.onProgress?.(events.at(-1)?.position ?? target, target);
      }
      position = target > position ? target : position;
      options.onProgress?.(target, target);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const target = await checkpointOf(client, projection.name);
      if (round > 0 && target - position < NEAR) break;
      await foldTo(target);
    }
    return settle(client, projection, shadow, options, foldTo);
  });

/** In one transaction: locks the live table (or takes a snapshot), folds the shadow to its position, compares both. */
const settle = async <R extends object, E extends Event>(
  client: Client,
  { name }: Projection<R, E>,
  shadow: ShadowTable<R, E>,
  { swap = false }: RebuildOptions,
  foldTo: (target: bigint) => Promise<void>,
): Promise<Rebuilt> => {
  await client.query(
    swap ? `BEGIN; LOCK TABLE ${name} IN SHARE ROW EXCLUSIVE MODE` : 'BEGIN ISOLATION LEVEL REPEATABLE READ',
  );
  shadow.inTransaction = true;
  const position = await checkpointOf(client, name, swap);
  await foldTo(position);
  const comparison = await compare(client, name, shadow.name);
  const known = await client.query<{ stream: string }>('SELECT stream FROM parked_streams WHERE read_model = $1', [
    name,
  ]);
  if (swap) {
    await takeOver(client, name, shadow.name, shadow.columns);
    await replaceParked(client, name, [...shadow.parked.values()]);
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
  };
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
): Promise<Comparison> =>
  onOneConnection(url, async (client) => {
    const shadow = await ShadowTable.create(client, projection);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    shadow.inTransaction = true;
    const position = await checkpointOf(client, projection.name);
    const { rows } = await client.query<R>(`SELECT * FROM ${projection.name} ORDER BY random() LIMIT $1`, [size]);
    for (const stream of new Set(rows.map(streamOf))) {
      const events = (await store.read(stream)) as readonly Recorded<E>[];
      await shadow.fold(events.filter((recorded) => recorded.position <= position));
    }
    const comparison = await compare(
      client,
      projection.name,
      shadow.name,
      rows.map(({ id }) => id),
    );
    await client.query('COMMIT');
    return { ...comparison, rows: rows.length };
  });

const onOneConnection = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(
    applicationConnection(url, { name: 'rebuild', workspace: EVERY_WORKSPACE, statementMs: 0, lockMs: 10_000 }),
  );
  // A connection that breaks fails the query under way. Between two queries it emits this error; the next query fails.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SET idle_in_transaction_session_timeout = 60000');
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

/** @param hold keeps the projector from moving it until the transaction ends */
const checkpointOf = async (client: Client, name: string, hold = false): Promise<bigint> => {
  const { rows } = await client.query<{ position: string }>(
    `SELECT position FROM checkpoints WHERE read_model = $1 ${hold ? 'FOR UPDATE' : ''}`,
    [name],
  );
  return BigInt(rows[0]?.position ?? -1);
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
