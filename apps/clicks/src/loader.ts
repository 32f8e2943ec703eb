import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Enricher } from '@contexts/clicks';
import { insertClicks, type AnalyticsClient } from '@platform/analytics-store';
import { readBlocks, type Cursor } from '@platform/click-log';
import { untilDone } from './backoff';
import { groupBlocks, type BlockGroup } from './block-groups';
import { BlockQueue } from './block-queue';
import { clickRow } from './click-row';
import { decodeBlocks, type DecodedBlock } from './decoded-blocks';
import { loadStateFile, makeDirectory, readLoadState, writeLoadState, type LoadState } from './load-state';
import type { Log } from './log';
import { setAside, type SetAside } from './set-aside';

export interface LoaderOptions {
  /** Of the click log. */
  readonly directory: string;
  /** Where the loader keeps its own state. */
  readonly stateDirectory: string;
  readonly client: AnalyticsClient;
  readonly enrich: Enricher;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LoaderProgress) => void;
  /** Called between an insert and the note that it was made: the moment at which a crash hurts most. */
  readonly afterInsert?: (token: string) => Promise<void>;
}

export interface LoaderProgress {
  /** Time of the oldest click that is known to wait, RFC 3339; null when none is. */
  readonly behind: string | null;
  readonly clicks: number;
  readonly inserts: number;
  readonly setAside: number;
  readonly failures: number;
}

/** A larger insert is no faster; a JSON text of so many records holds the loop for some 30 ms. */
const MAX_RECORDS = 5_000;
const READ_AHEAD = 2 * MAX_RECORDS;
/** Without a block for so long after the start, nothing was waiting. */
const FIRST_LOOK = 300;

/**
 * Loads the click log into ClickHouse, each click once: an insert's token is a function of its blocks, the blocks of an
 * insert are planned on disk before it is made, and the cursor moves after it. Whatever fails is tried again from the
 * stored state, for ever; nothing is skipped but single records that cannot be decoded, which are set aside.
 * Resolves when aborted.
 */
export async function runLoader(options: LoaderOptions): Promise<void> {
  const loader = new Loader(options);
  await untilDone(() => loader.load(), { signal: options.signal, onFailure: (error) => loader.failed(error) });
}

class Loader {
  private progress: LoaderProgress = { behind: new Date(0).toISOString(), clicks: 0, inserts: 0, setAside: 0, failures: 0 };
  private readonly stateFile: string;
  private state: LoadState = { cursor: {}, planned: {} };

  constructor(private readonly options: LoaderOptions) {
    this.stateFile = loadStateFile(options.stateDirectory);
  }

  failed(error: unknown): void {
    this.options.log.error({ err: error }, 'clicks could not be loaded; trying again');
    const { failures, behind } = this.progress;
    this.report({ failures: failures + 1, behind: behind ?? new Date().toISOString() });
  }

  /** Loads until aborted, or until something fails. */
  async load(): Promise<void> {
    const { directory, signal, stateDirectory } = this.options;
    await makeDirectory(stateDirectory);
    this.state = await readLoadState(this.stateFile);
    const queue = new BlockQueue(decodeBlocks(readBlocks({ directory, after: this.state.cursor, signal })), READ_AHEAD);
    const firstLook = setTimeout(() => queue.empty && this.report({ behind: null }), FIRST_LOOK);
    const begun = new Set<string>();
    try {
      for await (const group of groupBlocks(queue, { maxRecords: MAX_RECORDS, fixed: (source) => this.fixed(source, begun) })) {
        clearTimeout(firstLook);
        if (signal.aborted) return;
        this.report({ behind: oldest(group[0]) });
        await this.insert(group);
        this.report({ behind: oldest(queue.here()) });
        begun.add(group[0].source);
      }
    } finally {
      clearTimeout(firstLook);
      queue.stop();
    }
    if (!signal.aborted) throw new Error('the click log ended');
  }

  /**
   * A planned insert is made from the same blocks again. Without a plan, the first insert of each source has one block,
   * because that is what an insert without a plan had before a crash.
   */
  private fixed(source: string, begun: ReadonlySet<string>): number | undefined {
    return this.state.planned[source] ?? (begun.has(source) ? undefined : 1);
  }

  private async insert(group: BlockGroup<DecodedBlock>): Promise<void> {
    const { afterInsert } = this.options;
    const { source } = group[0];
    const { [source]: planned, ...otherPlans } = this.state.planned;
    if (group.length > 1 && planned === undefined) {
      await this.keep({ ...this.state, planned: { ...otherPlans, [source]: group.length } });
    }
    await this.insertRows(group);
    await afterInsert?.(tokenOf(group));
    await this.keep({ cursor: advanced(this.state.cursor, group.at(-1) ?? group[0]), planned: otherPlans });
  }

  private async insertRows(group: BlockGroup<DecodedBlock>): Promise<void> {
    const rows = group.flatMap(({ source, records }) => records.map(({ seq, record }) => clickRow(source, seq, record, this.options.enrich)));
    for (const block of group) await this.setAside(block, block.undecodable);
    if (rows.length > 0) await insertClicks(this.options.client, tokenOf(group), rows);
    this.progress = { ...this.progress, clicks: this.progress.clicks + rows.length, inserts: this.progress.inserts + 1 };
  }

  private async setAside(block: DecodedBlock, records: readonly SetAside[]): Promise<void> {
    if (records.length === 0) return;
    this.options.log.error({ block: block.name, records: records.length, cause: records[0]?.cause }, 'clicks were set aside');
    await setAside(join(this.options.stateDirectory, 'set-aside'), block, records);
    this.progress = { ...this.progress, setAside: this.progress.setAside + records.length };
  }

  private async keep(state: LoadState): Promise<void> {
    await writeLoadState(this.stateFile, state);
    this.state = state;
  }

  private report(change: Partial<LoaderProgress>): void {
    this.progress = { ...this.progress, ...change };
    this.options.onProgress?.(this.progress);
  }
}

/** Moves the block's own source only: of the others the reader is further than the inserts. Forgets sources that are gone. */
const advanced = (cursor: Cursor, block: DecodedBlock): Cursor =>
  Object.fromEntries(
    Object.entries(block.cursor).flatMap(([source, at]) => {
      const reached = source === block.source ? at : cursor[source];
      return reached === undefined ? [] : [[source, reached]];
    }),
  );

const oldest = (block: DecodedBlock | undefined): string | null => {
  const at = block?.records[0]?.record.at;
  return at === undefined ? null : new Date(at).toISOString();
};

const tokenOf = (group: BlockGroup<DecodedBlock>): string =>
  group.length === 1 ? group[0].name : createHash('sha256').update(group.map(({ name }) => name).join('\n')).digest('hex');
