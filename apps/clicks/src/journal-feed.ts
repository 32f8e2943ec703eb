import { readBlocks, type Block, type Cursor, type OnDamage } from '@platform/click-log';
import type { BlockFeed } from './block-feed';
import type { AtFailpoint } from './failpoints';
import { loadStateFile, makeDirectory, readLoadState, writeLoadState, type LoadState } from './load-state';

export interface JournalFeedOptions {
  /** Of the click log. */
  readonly directory: string;
  /** Where the loader keeps its own state. */
  readonly stateDirectory: string;
  readonly onDamage: OnDamage;
  readonly failpoint?: AtFailpoint;
}

/** The click log of this host as the loader's feed; its place and plans are kept in a file in the state directory. */
export class JournalFeed implements BlockFeed {
  private readonly stateFile: string;
  private state: LoadState = { cursor: {}, planned: {} };
  private begun = new Set<string>();

  constructor(private readonly options: JournalFeedOptions) {
    this.stateFile = loadStateFile(options.stateDirectory);
  }

  async read(signal: AbortSignal): Promise<AsyncIterable<Block>> {
    const { directory, stateDirectory, onDamage } = this.options;
    await makeDirectory(stateDirectory);
    this.state = await readLoadState(this.stateFile);
    this.begun = new Set();
    return readBlocks({ directory, after: this.state.cursor, signal, onDamage });
  }

  /** Without a plan, the first insert of each source has one block, because that is what an insert without a plan had before a crash. */
  planned(source: string): number | undefined {
    return this.state.planned[source] ?? (this.begun.has(source) ? undefined : 1);
  }

  async plan(source: string, blocks: number): Promise<void> {
    if (this.state.planned[source] === blocks) return;
    await this.keep({ ...this.state, planned: { ...this.state.planned, [source]: blocks } });
  }

  async loaded(block: Pick<Block, 'source' | 'cursor'>): Promise<void> {
    const { [block.source]: _made, ...otherPlans } = this.state.planned;
    await this.keep({ cursor: advanced(this.state.cursor, block), planned: otherPlans });
    this.begun.add(block.source);
  }

  /** Everything before it is in ClickHouse. */
  get cursor(): Cursor {
    return this.state.cursor;
  }

  private async keep(state: LoadState): Promise<void> {
    await writeLoadState(this.stateFile, state, () => this.options.failpoint?.('loader.state-written'));
    this.state = state;
  }
}

/** Moves the block's own source only: of the others the reader is further than the inserts. Forgets sources that are gone. */
const advanced = (cursor: Cursor, block: Pick<Block, 'source' | 'cursor'>): Cursor =>
  Object.fromEntries(
    Object.entries(block.cursor).flatMap(([source, at]) => {
      const reached = source === block.source ? at : cursor[source];
      return reached === undefined ? [] : [[source, reached]];
    }),
  );
