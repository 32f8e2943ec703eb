import { type Block, type ClickLogCheckpoint, type OnDamage, readBlocks } from '@platform/click-log';
import { BlockQueue } from './block-queue';
import type { LoadableBlock, PreparedBlocks } from './prepared-blocks';

export interface BlockReaderOptions {
  /** Of the click log. */
  readonly directory: string;
  readonly prepared: PreparedBlocks;
  readonly signal: AbortSignal;
  readonly onDamage: OnDamage;
}

/** An insert takes the waiting blocks, so this bounds its size, too. */
const READ_AHEAD = 6 * 1024 * 1024;

/**
 * Reads blocks ahead of the loader, and knows when none waits. An empty queue does not tell: to find the next block, it
 * may have to look through thousands of segments.
 */
export class BlockReader {
  readonly queue: BlockQueue<LoadableBlock>;
  private isLooking = true;
  private isHeld = false;

  /** @param onNothing called whenever everything is loaded that a look through the whole log has found */
  constructor(
    private readonly options: BlockReaderOptions,
    private readonly after: ClickLogCheckpoint,
    private readonly onNothing: () => void,
  ) {
    const { prepared, signal } = options;
    this.queue = new BlockQueue((reading) => prepared.toLoad(this.read(reading)), { most: READ_AHEAD, signal });
  }

  /** Before blocks are taken from the queue: they are not loaded yet. */
  hold(): void {
    this.isHeld = true;
  }

  /** Once they are loaded. @returns whether none waits */
  release(): boolean {
    this.isHeld = false;
    return this.isDone();
  }

  private isDone(): boolean {
    return !this.isLooking && !this.isHeld && this.queue.here() === undefined;
  }

  private async *read(signal: AbortSignal): AsyncGenerator<Block> {
    const { directory, onDamage } = this.options;
    const onNothing = (): void => {
      this.isLooking = false;
      if (this.isDone()) this.onNothing();
    };
    for await (const block of readBlocks({ directory, after: this.after, signal, onDamage, onNothing })) {
      this.isLooking = true;
      yield block;
    }
  }
}
