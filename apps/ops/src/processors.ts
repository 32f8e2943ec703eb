import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EventStore, EventStoreMismatch, groupBy } from '@kernel';
import { OF_INDEX, WITHOUT_TABLE } from '@contexts/aggregates';
import { type LmdbState, MISMATCH_REMEDY, type Mark, demandHistory, isLmdb, withLmdbState } from '@platform/processing';
import {
  PostgresProcessorState,
  demandFolded,
  readCheckpoints,
  readEvents,
  readMarks,
  readParkedStreams,
} from '@platform/read-store';
import { Failure } from './failure';
import type { Installation } from './installation';
import { READ_MODELS } from './read-models';

/** Processors that not every installation has. Commands include them where they have been at work. */
export const RETRYABLE: readonly string[] = [...WITHOUT_TABLE, ...OF_INDEX].map(({ name }) => name);

/** The command that tries the parked streams of a processor again. */
export const retryOf = (processor: string): string =>
  `npm run ops -- replay ${processor}${RETRYABLE.includes(processor) ? '' : ' --swap'}`;

/** A processor's checkpoint. `lag` is in positions: 0 when no event of its categories waits. */
export interface ProcessorCheckpoint {
  readonly processor: string;
  readonly position: bigint;
  readonly head: bigint;
  readonly lag: bigint;
  /** RFC 3339; null where it is not known. */
  readonly updated_at: string | null;
  readonly parked: number;
}

export interface ParkedIn {
  readonly processor: string;
  readonly stream: string;
  readonly position: bigint;
  readonly cause: string;
  readonly parked_at: string;
}

/** What a processor has parked: the first streams by position, and how many there are. */
export interface Parked {
  readonly processor: string;
  readonly count: number;
  readonly streams: readonly ParkedIn[];
}

type Source = Pick<Installation, 'pool' | 'store' | 'config'>;

/** Parked streams of a processor that a command lists; a fault of a release may park a hundred thousand. */
export const MOST_LISTED = 1_000;
/** Of them, those that it shows to people. */
export const MOST_SHOWN = 20;

/** The processors that have parked streams. @param most how many streams of each */
export const parkedStreams = async (
  { pool, config }: Pick<Source, 'pool' | 'config'>,
  most = MOST_LISTED,
): Promise<readonly Parked[]> => {
  const inPostgres = groupBy(await readParkedStreams(pool, most), ({ read_model }) => read_model);
  const inIndex = await ofIndex(config.dataDir, (state) => state.parked());
  return [
    ...[...inPostgres].map(([processor, rows]) => ({
      processor,
      count: rows[0]?.count ?? 0,
      streams: rows.map(({ stream, position, cause, parked_at }) => ({
        processor,
        stream,
        position,
        cause,
        parked_at,
      })),
    })),
    ...[...inIndex]
      .filter(([, streams]) => streams.length > 0)
      .map(([processor, streams]) => ({
        processor,
        count: streams.length,
        streams: streams.slice(0, most).map((one) => ({ processor, ...one })),
      })),
  ];
};

/** How many others there are where only so many of a processor's are shown; nothing where there are none. */
export const othersOf = ({ processor, count }: Omit<Parked, 'streams'>, shown = MOST_SHOWN): readonly string[] =>
  count > shown ? [`and ${count - shown} more of ${processor}`] : [];

export const processorCheckpoints = async (source: Source): Promise<readonly ProcessorCheckpoint[]> => {
  const parked = await parkedStreams(source, 1);
  const known = new Map(
    (await readCheckpoints(source.pool)).map(({ read_model, ...checkpoint }) => [read_model, checkpoint]),
  );
  const positions = await ofIndex(source.config.dataDir, (state) => state.checkpoint());
  const processors = [
    ...READ_MODELS,
    ...WITHOUT_TABLE.filter(({ name }) => known.has(name)),
    ...OF_INDEX.filter(({ name }) => positions.has(name)),
  ];
  return Promise.all(
    processors.map(async ({ name, categories }) => {
      const head = await source.store.head(categories);
      const position = positions.get(name) ?? known.get(name)?.position ?? -1n;
      return {
        processor: name,
        position,
        head,
        lag: (await waits(source.store, categories, position, head)) ? head - position : 0n,
        updated_at: known.get(name)?.updated_at ?? null,
        parked: parked.find(({ processor }) => processor === name)?.count ?? 0,
      };
    }),
  );
};

/** Whether an event of the categories lies between two positions: the head of a store may be one of others. */
const waits = async (
  store: EventStore,
  categories: readonly string[],
  after: bigint,
  until: bigint,
): Promise<boolean> => {
  for await (const events of readEvents(store, categories, after, until)) if (events.length > 0) return true;
  return false;
};

/** @throws Failure unless the tables were folded from the event store */
export const demandOwnStore = async ({ store, pool }: Pick<Source, 'store' | 'pool'>): Promise<void> => {
  await demandFolded(store, pool).catch((error: unknown) => {
    throw error instanceof EventStoreMismatch ? new Failure(`Not done: ${error.message}; ${MISMATCH_REMEDY}.`) : error;
  });
};

export interface ForeignHistory {
  readonly processor: string;
  /** Why its checkpoint does not belong to the event store. */
  readonly why: string;
  /** Whether it begins anew by itself. */
  readonly restarts: boolean;
}

/** Processors whose checkpoint belongs to another history than the event store has. */
export const foreignHistories = async ({ pool, store, config }: Source): Promise<readonly ForeignHistory[]> => {
  const foreign: ForeignHistory[] = [];
  const compare = async (processor: string, mark: Mark | undefined, position: bigint, restarts: boolean) => {
    await demandHistory(store, mark, position).catch((error: unknown) => {
      if (!(error instanceof EventStoreMismatch)) throw error;
      foreign.push({ processor, why: error.message, restarts });
    });
  };
  for (const { processor, mark, position } of await readMarks(pool)) await compare(processor, mark, position, false);
  const marks = await ofIndex(config.dataDir, async (state) => ({ mark: await state.mark(), at: state.position() }));
  for (const [processor, { mark, at }] of marks) await compare(processor, mark, at, true);
  return foreign;
};

/** The state of a retryable processor. @returns undefined where it has never been at work */
export const withStateOf = async <T>(
  { pool, config }: Source,
  name: string,
  work: (state: PostgresProcessorState | LmdbState) => Promise<T>,
): Promise<T | undefined> => {
  const prefix = OF_INDEX.find((one) => one.name === name)?.prefix;
  return prefix === undefined
    ? work(new PostgresProcessorState(pool, name))
    : withLmdbState(indexIn(config.dataDir), work, prefix);
};

/** What `work` finds in the states of the index, by processor; empty without an index. */
const ofIndex = async <T>(dataDir: string, work: (state: LmdbState) => Promise<T>): Promise<ReadonlyMap<string, T>> => {
  const found = new Map<string, T>();
  for (const { name, prefix } of OF_INDEX) {
    const result = await withLmdbState(indexIn(dataDir), work, prefix);
    if (result !== undefined) found.set(name, result);
  }
  return found;
};

/** Whether there is an index that cannot be used. The other functions take it for none. */
export const hasDamagedIndex = ({ dataDir }: Pick<Installation['config'], 'dataDir'>): boolean =>
  existsSync(join(indexIn(dataDir), 'data.mdb')) && !isLmdb(indexIn(dataDir));

const indexIn = (dataDir: string): string => join(dataDir, 'redirects');
