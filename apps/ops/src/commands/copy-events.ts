import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { CATEGORIES } from '@contexts/aggregates';
import { type EventStore, type Recorded, inKeyOrder } from '@kernel';
import { createEventStoreDb } from '@platform/event-store';
import { eventsMovedTo, moveCheckpoints, readCheckpoints, readEvents } from '@platform/read-store';
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
 * `ops copy events --to <esdb://…>`: copies every event with its id, in the order of the store, then reads both stores
 * and compares them stream by stream. Events that the copy already has stay as they are. So the command may be
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
    const { compared, positions } = await copyAndCompare(installation, target, options.json);
    const moved = isEqual(compared) && options.moveCheckpoints;
    if (moved) await move(installation, positions, options.to);
    return reportOf(compared, options.moveCheckpoints);
  } finally {
    await target.close();
  }
};

interface Compared {
  /** The last position that was copied. */
  readonly head: bigint;
  readonly original: Digests;
  readonly copied: Digests;
  /** Streams that are not the same in both stores. */
  readonly differing: readonly string[];
  /** Streams that only the copy has. */
  readonly extra: readonly string[];
}

const isEqual = ({ differing, extra }: Compared): boolean => differing.length === 0 && extra.length === 0;

const copyAndCompare = async (
  { store, pool }: Installation,
  target: EventStore,
  json: boolean,
): Promise<{ readonly compared: Compared; readonly positions: CopiedPositions }> => {
  const head = await store.head(CATEGORIES);
  await demandAllKnown(pool, head);
  const positions = await copy(store, target, head, await checkpointsOf(pool), progress('copied', json));
  const [original, copied] = [await digestsOf(store, head), await digestsOf(target, positions.last)];
  const differing = [...original.streams]
    .filter(([stream, digest]) => copied.streams.get(stream) !== digest)
    .map(([stream]) => stream);
  const extra = [...copied.streams.keys()].filter((stream) => !original.streams.has(stream));
  return { compared: { head, original, copied, differing, extra }, positions };
};

const move = async ({ pool, config }: Installation, { ofCheckpoint }: CopiedPositions, to: string): Promise<void> => {
  await moveCheckpoints(pool, ofCheckpoint, new URL(to.replace(/,[^?]*/, '')).host);
  // The redirect index has its own checkpoint. The redirector rebuilds it from the copy within seconds.
  await rm(join(config.dataDir, 'redirects'), { recursive: true, force: true });
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
      streams: original.streams.size,
      equal,
      differing,
      extra,
      checkpoints_moved: equal && moveAsked,
    },
    lines: [
      `${original.events} events of ${original.streams.size} streams, up to position ${head}; ` +
        `the copy has ${copied.events} of ${copied.streams.size}.`,
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
    throw new Failure(`The server that --to names cannot be used: ${messageOf(error)}.`);
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

/** A category that this program does not know would not be copied. */
const demandAllKnown = async (pool: Pool, head: bigint): Promise<void> => {
  const { rows } = await pool.query<{ category: string }>(
    'SELECT DISTINCT category FROM waymark_events.events WHERE NOT category = ANY($1::text[]) AND position <= $2',
    [CATEGORIES, head.toString()],
  );
  if (rows.length > 0)
    throw new Failure(
      `This version does not know the streams of ${rows.map(({ category }) => category).join(', ')}. ` +
        `Use the ops of the version that wrote them.`,
    );
};

const checkpointsOf = async (pool: Pool): Promise<ReadonlyMap<string, bigint>> =>
  new Map((await readCheckpoints(pool)).map(({ read_model, position }) => [read_model, position]));

interface CopiedPositions {
  /** Position of the last event in the copy; -1n without any. */
  readonly last: bigint;
  /** For each checkpoint, the position in the copy of the last event that it covers. */
  readonly ofCheckpoint: ReadonlyMap<string, bigint>;
}

/** Appends one after the other, to keep the order of the store. Successive events of one stream are one append. */
const copy = async (
  store: EventStore,
  target: EventStore,
  head: bigint,
  checkpoints: ReadonlyMap<string, bigint>,
  onProgress: (position: bigint, head: bigint) => void,
): Promise<CopiedPositions> => {
  const ofCheckpoint = new Map([...checkpoints.keys()].map((name) => [name, -1n]));
  let last = -1n;
  for await (const events of readEvents(store, CATEGORIES, -1n, head)) {
    for (const run of runsOf(events, [...checkpoints.values()])) {
      const [first] = run;
      ({ position: last } = await target.append(first.stream, run, first.revision - 1n));
      const covered = run.at(-1)?.position ?? first.position;
      for (const [name, checkpoint] of checkpoints) if (covered <= checkpoint) ofCheckpoint.set(name, last);
      onProgress(covered, head);
    }
  }
  return { last, ofCheckpoint };
};

/** Runs of successive events of one stream. A run ends at a checkpoint. */
const runsOf = (events: readonly Recorded[], checkpoints: readonly bigint[]): [Recorded, ...Recorded[]][] => {
  const runs: [Recorded, ...Recorded[]][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const joins = before !== undefined && before.stream === event.stream && !checkpoints.includes(before.position);
    if (run && joins) run.push(event);
    else runs.push([event]);
  }
  return runs;
};

interface Digests {
  readonly events: number;
  /** By stream, a digest of what must be equal in both stores; positions may differ. */
  readonly streams: ReadonlyMap<string, string>;
}

const digestsOf = async (store: EventStore, until: bigint): Promise<Digests> => {
  const streams = new Map<string, Hash>();
  let count = 0;
  for await (const events of readEvents(store, CATEGORIES, -1n, until)) {
    for (const { id, stream, revision, event, metadata } of events) {
      const hash = streams.get(stream) ?? createHash('sha256');
      streams.set(stream, hash);
      // Postgres stores keys in its own order.
      hash.update(JSON.stringify(inKeyOrder([id, revision.toString(), event.type, event.data, metadata])));
      count += 1;
    }
  }
  return { events: count, streams: new Map([...streams].map(([stream, hash]) => [stream, hash.digest('hex')])) };
};
