import type { Block } from '@platform/click-log';

/** Where the loader takes sealed blocks from, and where it is kept how far it has come. */
export interface BlockFeed {
  /** Blocks after the place that is kept, those of one source in order. Asked anew after every failure; aborting ends it. */
  read(signal: AbortSignal): Promise<AsyncIterable<Block>>;
  /**
   * How many blocks the next insert of this source must be made of; undefined leaves that to what is waiting. An insert
   * that was perhaps made before a crash must be made of the same blocks again, so a feed that keeps no plans says 1.
   */
  planned(source: string): number | undefined;
  /** Remembers, over a crash, of how many blocks the next insert of this source is made. */
  plan(source: string, blocks: number): Promise<void>;
  /** Remembers that everything of this source up to this block is in ClickHouse, its plan included. */
  loaded(block: Pick<Block, 'source' | 'cursor'>): Promise<void>;
}
