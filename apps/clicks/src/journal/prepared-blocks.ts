import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Enricher } from '@contexts/clicks';
import type { Tally } from '@platform/click-counters';
import type { Block } from '@platform/click-log';
import { type BlockRows, blockRowsOf, tallyOf } from '../shared/block-rows';
import { BlockDecoder } from '../shared/decode-block';
import { Handover } from './handover';

/** A block of the log with the count and size of its records, not the records. */
type SizedBlock = Pick<Block, 'name' | 'source' | 'checkpoint'> & { readonly records: number; readonly bytes: number };
/** A block as the loader inserts it. */
export type LoadableBlock = SizedBlock & BlockRows;
/** A block as it is counted. */
export type CountableBlock = SizedBlock & { readonly tally: Tally };

/** The loader and the counters need different things of the same blocks; each block is decoded once, for both. */
export class PreparedBlocks {
  private readonly rows = new Handover<BlockRows>();
  private readonly tallies = new Handover<Tally>();
  private readonly decoder = new BlockDecoder();

  constructor(private readonly enrich: Enricher) {}

  async *toLoad(blocks: AsyncIterable<Block>): AsyncGenerator<LoadableBlock> {
    for await (const block of blocks) {
      yield { ...sized(block), ...(this.rows.take(block.name) ?? (await this.rowsFor(block))) };
    }
  }

  async *toCount(blocks: AsyncIterable<Block>): AsyncGenerator<CountableBlock> {
    for await (const block of blocks) {
      yield { ...sized(block), tally: this.tallies.take(block.name) ?? (await this.tallyFor(block)) };
    }
  }

  private async rowsFor(block: Block): Promise<BlockRows> {
    const decoded = this.decoder.decode(block);
    await this.tallies.offer(block.name, () => tallyOf(decoded));
    await nextTurn();
    return blockRowsOf(block.source, decoded, this.enrich);
  }

  private async tallyFor(block: Block): Promise<Tally> {
    const decoded = this.decoder.decode(block);
    await this.rows.offer(block.name, () => blockRowsOf(block.source, decoded, this.enrich));
    await nextTurn();
    return tallyOf(decoded);
  }
}

const sized = ({ name, source, checkpoint, records }: Block): SizedBlock => ({
  name,
  source,
  checkpoint,
  records: records.length,
  bytes: records.reduce((sum, { payload }) => sum + payload.length, 0),
});
