import { createHash } from 'node:crypto';
import { insertEncodedClicks, type AnalyticsClient } from '@platform/analytics-store';
import { keepWorking } from '@platform/async';
import { type OnDamage, sourceStatuses } from '@platform/click-log';
import type { AtFailpoint } from '../shared/failpoints';
import type { Log } from '@platform/telemetry';
import { inLoadSpan } from '../shared/load-span';
import { setAside } from '../shared/set-aside';
import { groupBlocks, type Group, PlanLost } from './block-groups';
import { BlockReader } from './block-reader';
import { gather } from './gathering';
import type { LoaderState } from './loader-state';
import type { LoaderProgress } from './messages';
import type { LoadableBlock, PreparedBlocks } from './prepared-blocks';

export interface LoaderOptions {
  /** Of the click log. */
  readonly directory: string;
  readonly state: LoaderState;
  /** Shared with the counters, so that each block is decoded once. */
  readonly prepared: PreparedBlocks;
  /** For what is set aside. */
  readonly stateDirectory: string;
  readonly client: AnalyticsClient;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onDamage: OnDamage;
  readonly onProgress?: (progress: LoaderProgress) => void;
  readonly failpoint?: AtFailpoint;
}

/** An insert of this many rows costs the engine half as much per row as one of 5,000. Larger ones save little more. */
const MAX_RECORDS = 20_000;
/**
 * The most bytes of records in an insert. As rows, records that are alike take a third of this; others take as much.
 */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Loads the sealed blocks of the click log into ClickHouse, each click once. An insert's deduplication token is a
 * function of its blocks. The loader plans the blocks of an insert on disk before it, and moves the checkpoint after
 * it. After any failure it tries again from the checkpoint, without limit. It sets aside only single records that
 * cannot be decoded. Resolves when aborted.
 */
export async function runLoader(options: LoaderOptions): Promise<void> {
  const loader = new Loader(options);
  await keepWorking((working) => loader.load(working), {
    signal: options.signal,
    onFailure: (error, failures) => loader.failed(error, failures),
  });
}

class Loader {
  private progress: LoaderProgress = {
    behind: new Date(0).toISOString(),
    clicks: 0,
    inserts: 0,
    setAside: 0,
    failures: 0,
  };

  constructor(private readonly options: LoaderOptions) {}

  failed(error: unknown, inRow: number): void {
    this.options.log.error({ err: error, failures: inRow }, 'clicks could not be loaded; trying again');
    const { failures, behind } = this.progress;
    this.report({ failures: failures + 1, behind: behind ?? new Date().toISOString() });
  }

  /** Loads until aborted, or until something fails. Calls `working` after each insert. */
  async load(working: () => void): Promise<void> {
    const { state, signal } = this.options;
    await state.resume();
    const reader = new BlockReader(this.options, state.checkpoint, () => this.nothingWaits());
    const { queue } = reader;
    const grouping = {
      maxRecords: MAX_RECORDS,
      maxBytes: MAX_BYTES,
      fixed: (source: string) => {
        reader.hold();
        return state.planned(source);
      },
      gather: async (first: LoadableBlock) => {
        this.report(since(first));
        await gather(queue, first, first.oldest ?? 0);
      },
    };
    try {
      for await (const group of groupBlocks(queue, grouping)) {
        if (signal.aborted) return;
        this.report(since(group[0]));
        await this.insert(group);
        working();
        this.report(reader.release() ? { behind: null } : since(queue.here()));
      }
    } catch (error) {
      if (error instanceof PlanLost && !signal.aborted) await this.planLost(error);
      throw error;
    } finally {
      queue.stop();
    }
    if (!signal.aborted) throw new Error('the click log ended');
  }

  private nothingWaits(): void {
    if (this.progress.behind !== null) this.report({ behind: null });
  }

  /** After a power cut, blocks may be missing until recovery has found them. Then the plan still holds. */
  private async planLost({ source }: PlanLost): Promise<void> {
    const { directory, state } = this.options;
    const statuses = await sourceStatuses(directory, state.checkpoint, Date.now());
    const found = statuses.find((status) => status.source === source);
    if (found && found.state !== 'abandoned') await state.dropPlan(source);
  }

  private async insert(group: Group<LoadableBlock>): Promise<void> {
    const { state, failpoint } = this.options;
    if (group.length > 1) {
      await state.plan(group[0].source, group.length);
      await failpoint?.('loader.planned');
    }
    await this.insertRows(group);
    await failpoint?.('loader.inserted');
    await state.loaded(group.at(-1) ?? group[0]);
    await failpoint?.('loader.loaded');
  }

  private async insertRows(group: Group<LoadableBlock>): Promise<void> {
    for (const block of group) {
      await setAside(this.options, block, block.undecodable);
      this.progress = { ...this.progress, setAside: this.progress.setAside + block.undecodable.length };
    }
    const clicks = group.reduce((sum, block) => sum + block.clicks, 0);
    if (clicks > 0) {
      const rows = group.map((block) => block.rows);
      const { source, lastClick: last } = group.at(-1) ?? group[0];
      await inLoadSpan({ source, last, clicks }, async () => {
        const inserting = insertEncodedClicks(this.options.client, tokenOf(group), rows);
        void this.options.failpoint?.('loader.inserting');
        await inserting;
      });
    }
    this.progress = { ...this.progress, clicks: this.progress.clicks + clicks, inserts: this.progress.inserts + 1 };
  }

  private report(change: Partial<LoaderProgress>): void {
    this.progress = { ...this.progress, ...change };
    this.options.onProgress?.(this.progress);
  }
}

/** What waits is as old as the oldest click of this block; no change where it has none. */
const since = (block: LoadableBlock | undefined): Partial<Pick<LoaderProgress, 'behind'>> =>
  block?.oldest === undefined ? {} : { behind: new Date(block.oldest).toISOString() };

const tokenOf = (group: Group<LoadableBlock>): string =>
  group.length === 1
    ? group[0].name
    : createHash('sha256')
        .update(group.map(({ name }) => name).join('\n'))
        .digest('hex');
