import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Block, ClickLogCheckpoint } from '@platform/click-log';
import { writeDurably } from '@platform/files';
import { z } from 'zod';
import type { AtFailpoint } from '../shared/failpoints';
import type { Log } from '@platform/telemetry';

/** What the loader must remember over a crash, as its file holds it. */
export interface StoredState {
  /** The checkpoint: everything before it is in ClickHouse. */
  readonly cursor: ClickLogCheckpoint;
  /**
   * Planned inserts, by source: how many blocks after the checkpoint the next insert has. It may have been made
   * already. Repeating it with the same blocks uses the same deduplication token, and so has no second effect.
   */
  readonly planned: Readonly<Record<string, number>>;
}

const NOTHING: StoredState = { cursor: {}, planned: {} };
const Stored = z.object({
  cursor: z.record(z.string(), z.object({ segment: z.number(), offset: z.number() })),
  planned: z.record(z.string(), z.number()),
});

/** The loader's file is empty or does not hold its state. The message names the file. */
export class StateDamaged extends Error {}

/** The loader's file in its state directory. */
export const loaderStateFile = (stateDirectory: string): string => join(stateDirectory, 'clickhouse-loader.json');

/** @returns undefined where there is no file. @throws StateDamaged */
export const readState = async (path: string): Promise<StoredState | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return Stored.parse(JSON.parse(text));
  } catch (cause) {
    throw new StateDamaged(`${path} is damaged`, { cause });
  }
};

export const writeState = (path: string, state: StoredState, written?: () => Promise<void> | void): Promise<void> =>
  writeDurably(path, JSON.stringify(state), { written });

export interface LoaderStateOptions {
  readonly stateDirectory: string;
  /**
   * Finds the checkpoint in ClickHouse.
   * @param lastInsert when an insert may last have begun, by `performance.now()`; 0 is before this process, and
   *   undefined is never
   */
  readonly recover: (lastInsert?: number) => Promise<ClickLogCheckpoint>;
  readonly log: Log;
  readonly failpoint?: AtFailpoint;
}

/** The loader's checkpoint in the click log and its planned inserts, in memory and on disk. */
export class LoaderState {
  private readonly path: string;
  private state = NOTHING;
  private begun = new Set<string>();
  /** Sources with a planned insert of this process that has not succeeded: it may still run. */
  private readonly tried = new Set<string>();

  constructor(private readonly options: LoaderStateOptions) {
    this.path = loaderStateFile(options.stateDirectory);
  }

  /** Reads the file, or recovers it. Call this first, and again after every failure. */
  async resume(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    this.begun = new Set();
    try {
      const stored = await readState(this.path);
      if (stored) this.state = stored;
      else await this.save({ cursor: await this.options.recover(), planned: {} });
    } catch (error) {
      if (!(error instanceof StateDamaged)) throw error;
      this.options.log.error(
        { err: error, file: this.path },
        'the state file of the click loader is damaged; its checkpoint is restored from ClickHouse',
      );
      await this.save({ cursor: await this.options.recover(0), planned: {} });
    }
  }

  /** Everything before it is in ClickHouse. */
  get checkpoint(): ClickLogCheckpoint {
    return this.state.cursor;
  }

  /**
   * How many blocks the next insert of this source must have; undefined takes the waiting blocks. Without a plan the
   * first insert has 1 block: inserts of one block have no plan, and one may have been made before a crash.
   */
  planned(source: string): number | undefined {
    return this.state.planned[source] ?? (this.begun.has(source) ? undefined : 1);
  }

  /** Remembers, over a crash, how many blocks the next insert of this source has. */
  async plan(source: string, blocks: number): Promise<void> {
    this.tried.add(source);
    if (this.state.planned[source] === blocks) return;
    await this.save({ ...this.state, planned: { ...this.state.planned, [source]: blocks } });
  }

  /** Moves the checkpoint of the block's source behind the block, and removes its plan. */
  async loaded(block: Pick<Block, 'source' | 'checkpoint'>): Promise<void> {
    const { [block.source]: _made, ...otherPlans } = this.state.planned;
    await this.save({ cursor: advanced(this.state.cursor, block), planned: otherPlans });
    this.begun.add(block.source);
    this.tried.delete(block.source);
  }

  /**
   * Removes the planned insert of a source whose blocks are not there any more. ClickHouse has all of its clicks or
   * none, and so says whether it was made. Other sources keep their plans. Then call `resume`.
   */
  async dropPlan(source: string): Promise<void> {
    const { [source]: found } = await this.options.recover(this.tried.has(source) ? performance.now() : 0);
    const { [source]: known, ...others } = this.state.cursor;
    const { [source]: _lost, ...otherPlans } = this.state.planned;
    // ClickHouse may have removed old clicks since.
    const at = found && known && isBehind(found, known) ? known : (found ?? known);
    await this.save({ cursor: { ...others, ...(at && { [source]: at }) }, planned: otherPlans });
    this.tried.delete(source);
  }

  private async save(state: StoredState): Promise<void> {
    await writeState(this.path, state, () => this.options.failpoint?.('loader.state-written'));
    this.state = state;
  }
}

type Place = ClickLogCheckpoint[string];

const isBehind = (one: Place, other: Place): boolean =>
  one.segment === other.segment ? one.offset < other.offset : one.segment < other.segment;

/** Moves only the block's source, because the reader is ahead of the inserts. Forgets sources that are gone. */
const advanced = (checkpoint: ClickLogCheckpoint, block: Pick<Block, 'source' | 'checkpoint'>): ClickLogCheckpoint =>
  Object.fromEntries(
    Object.entries(block.checkpoint).flatMap(([source, at]) => {
      const reached = source === block.source ? at : checkpoint[source];
      return reached === undefined ? [] : [[source, reached]];
    }),
  );
