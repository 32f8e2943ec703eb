import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase, Pool } from 'pg';
import { CATEGORIES } from '@contexts/aggregates';
import type { EventStore, Recorded } from '@kernel';
import { createEventStoreDb, openBulkAppender, refuseAppends } from '@platform/event-store';
import { inOwnerTransaction } from '@platform/postgres';
import {
  eventsMovedTo,
  moveCheckpoints,
  moveParked,
  readCheckpoints,
  readEvents,
  readParkedPlaces,
} from '@platform/read-store';
import { foldToEnd } from '@platform/webhooks';
import { Comparison, type Count } from '../copy/comparison';
import { copyTo } from '../copy/copy-to';
import { ParkedPlaces } from '../copy/parked-places';
import { Places } from '../copy/places';
import { Failure, fromOption, messageOf, WrongUse } from '../failure';
import type { Installation } from '../installation';
import { progress, type CommandReport } from '../output';

interface Options {
  /** Connection string of an EventStoreDB server or cluster. */
  readonly to: string;
  /** Moves each checkpoint to the position that its last event has in the copy. */
  readonly moveCheckpoints: boolean;
  readonly json: boolean;
}

/**
 * `ops copy events --to <esdb://…>`: copies every event with its id, in the order of each stream, then reads the copy and
 * compares it with what was read of the original, stream by stream. Events that the copy already has stay as they are. So the command may be
 * repeated: after an interruption, or to copy new events.
 */
export const copyEvents = async (installation: Installation, options: Options): Promise<CommandReport> => {
  const { log, pool, product, config } = installation;
  if (!/^(esdb|kurrentdb)(\+discover)?:/.test(options.to))
    throw new WrongUse('--to takes the connection string of an EventStoreDB server, esdb://…');
  if (config.eventStoreUrl !== undefined)
    throw new Failure(
      'EVENTSTORE_URL is set: the events are in EventStoreDB already. Its own tools copy them from there.',
    );
  if (options.moveCheckpoints) await mayMove(pool, product);
  const target = fromOption('to', () => createEventStoreDb({ url: options.to, log }));
  try {
    await demandUsable(target);
    const { compared, ...found } = await copyAndCompare(installation, target, options);
    const moved = isEqual(compared) && options.moveCheckpoints;
    if (moved) await move(installation, target, { head: compared.head, ...found }, options.to);
    return reportOf(compared, options.moveCheckpoints);
  } finally {
    await target.close();
  }
};

interface Compared {
  /** The last position that was copied. */
  readonly head: bigint;
  readonly original: Count;
  readonly copied: Count;
  /** Streams that are not the same in both stores. */
  readonly differing: readonly string[];
  /** Streams that only the copy has. */
  readonly extra: readonly string[];
}

/** Where processors are in the copy. */
interface Found {
  readonly places: Places;
  readonly parked: ParkedPlaces;
}

const isEqual = ({ differing, extra }: Compared): boolean => differing.length === 0 && extra.length === 0;

const copyAndCompare = async (
  { store, pool, log }: Installation,
  target: EventStore,
  { to, json }: Options,
): Promise<Found & { readonly compared: Compared }> => {
  const head = await store.head(CATEGORIES);
  await demandAllKnown(pool);
  const known = await readCheckpoints(pool);
  const places = new Places(known.map(({ read_model, position }) => [read_model, position]));
  const parked = new ParkedPlaces(await readParkedPlaces(pool));
  const bulk = openBulkAppender({ url: to, log });
  const checkpoints = known.map(({ position }) => position);
  const comparison = new Comparison();
  const onEvent = (recorded: Recorded): void => {
    comparison.addOriginal(recorded);
    places.original(recorded);
    parked.original(recorded);
  };
  const onProgress = progress('copied', json);
  await copyTo(bulk, { store, head, checkpoints, onEvent, onProgress }).finally(() => bulk.close());
  for await (const events of readEvents(target, CATEGORIES, -1n, await target.head(CATEGORIES)))
    for (const recorded of events) {
      comparison.addCopied(recorded);
      places.copied(recorded);
      parked.copied(recorded);
    }
  const { original, copied } = comparison;
  const [differing, extra] = [comparison.differing(), comparison.extra()];
  return { compared: { head, original, copied, differing, extra }, places, parked };
};

/** All or nothing. From its commit on this database takes no event, whichever process still appends to it. */
const move = async (
  { store, ownerUrl, config }: Installation,
  target: EventStore,
  { head, places, parked }: Found & { readonly head: bigint },
  to: string,
): Promise<void> => {
  const moved = places.moved(await target.identify((await store.identity()) ?? randomUUID()));
  const host = new URL(to.replace(/,[^?]*/, '')).host;
  await asOwner(ownerUrl, async (client) => {
    if ((await refuseAppends(client)) !== head)
      throw new Failure(`Events were added after the copy. No checkpoint was moved. ${STOP_FIRST}`);
    if (!(await moveCheckpoints(client, moved, host)))
      throw new Failure(`Events were handled during the copy. No checkpoint was moved. ${STOP_FIRST}`);
    await moveParked(client, parked.moved());
    await foldToEnd(client);
  });
  // The redirect index has its own checkpoint, and is rebuilt from the copy within seconds. An index on another machine
  // restarts by itself, as the copy has other positions.
  await rm(join(config.dataDir, 'redirects'), { recursive: true, force: true });
};

const STOP_FIRST = 'Stop every process of Waymark, and repeat the command.';

/** @throws Failure where the address is not the owner's, or others hold a lock */
const asOwner = (url: string, work: (client: ClientBase) => Promise<void>): Promise<void> =>
  inOwnerTransaction(url, work).catch((error: NodeJS.ErrnoException) => {
    const why = WHY_NOT[error.code ?? ''];
    throw why === undefined ? error : new Failure(`No checkpoint was moved: ${why}`, { cause: error });
  });

/** By SQLSTATE: insufficient_privilege, lock_not_available. */
const WHY_NOT: Readonly<Record<string, string>> = {
  '42501': 'only the owner of the tables may do that. Set MIGRATIONS_DATABASE_URL as for the product.',
  '55P03': `the events are in use, as by a dump. ${STOP_FIRST}`,
};

const reportOf = (compared: Compared, moveAsked: boolean): CommandReport => {
  const { head, original, copied, differing, extra } = compared;
  const equal = isEqual(compared);
  const next = moveAsked
    ? 'The checkpoints were moved. Start Waymark with EVENTSTORE_URL from now on.'
    : 'To change over: stop Waymark, run this once more with --move-checkpoints, start it with EVENTSTORE_URL.';
  return {
    value: {
      events: original.events,
      streams: original.streams,
      equal,
      differing,
      extra,
      checkpoints_moved: equal && moveAsked,
    },
    lines: [
      `${original.events} events of ${original.streams} streams, up to position ${head}; ` +
        `the copy has ${copied.events} of ${copied.streams}.`,
      ...differing.map((stream) => `Differs: ${stream}`),
      ...extra.map((stream) => `Not in the original: ${stream}`),
      ...(equal ? ['The copy equals the original, stream by stream.', next] : []),
    ],
    exitCode: equal ? 0 : 1,
  };
};

/** Fails early when the address, account or certificate is wrong. */
const demandUsable = async (target: EventStore): Promise<void> => {
  await target.read('health-check').catch((error: unknown) => {
    throw new Failure(`The server to copy to cannot be used: ${messageOf(error)}.`);
  });
};

const mayMove = async (pool: Pool, product: Installation['product']): Promise<void> => {
  if (product === 'running')
    throw new Failure(
      'Waymark is running on this data directory. Stop it first, so that nothing is added after the copy.',
    );
  const host = await eventsMovedTo(pool);
  if (host !== undefined) throw new Failure(`The checkpoints have been moved to ${host} before.`);
};

/** Each category is looked up in the index after the one before: to read every event takes too long. */
export const UNKNOWN = `
  WITH RECURSIVE known AS (
    (SELECT category FROM waymark_events.events ORDER BY category LIMIT 1)
    UNION ALL
    SELECT (SELECT e.category FROM waymark_events.events e WHERE e.category > k.category ORDER BY e.category LIMIT 1)
    FROM known k WHERE k.category IS NOT NULL
  )
  SELECT category FROM known WHERE NOT category = ANY($1::text[])`;

/** A category that this program does not know would not be copied. */
const demandAllKnown = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ category: string }>(UNKNOWN, [CATEGORIES]);
  if (rows.length > 0)
    throw new Failure(
      `This version does not know the streams of ${rows.map(({ category }) => category).join(', ')}. ` +
        `Use the ops of the version that wrote them.`,
    );
};
