import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeRows, type NewClick } from '@platform/analytics-store';
import { Tally } from '@platform/click-counters';
import type { Block, Cursor } from '@platform/click-log';
import { BlockDecoder, type Click, type DecodedBlock } from './decoded-block';
import type { SetAside } from './set-aside';
import { Shared } from './shared';

/** A block as the loader inserts it. */
export interface LoadableBlock {
  readonly name: string;
  readonly source: string;
  readonly cursor: Cursor;
  readonly records: number;
  readonly bytes: number;
  /** UTC month of its records, `YYYY-MM`. */
  readonly month: string;
  /** Milliseconds since 1970; undefined without a click. */
  readonly oldest: number | undefined;
  /** Encoded for ClickHouse. */
  readonly rows: Buffer;
  readonly undecodable: readonly SetAside[];
}

/** A block as it is counted. */
export interface CountableBlock {
  readonly cursor: Cursor;
  readonly records: number;
  readonly bytes: number;
  readonly tally: Tally;
}

/** A block for a reader that both inserts and counts it. */
export type WholeBlock = Pick<LoadableBlock, 'rows' | 'undecodable'> & {
  readonly tally: Tally;
  readonly clicks: number;
  /** Number of its last click, behind which others may be that cannot be decoded; 0 without a click. */
  readonly lastClick: number;
};

type Rows = Pick<LoadableBlock, 'month' | 'oldest' | 'rows' | 'undecodable'>;

/** The two readers of one log need different things of the same blocks; each block is decoded once, for both of them. */
export class PreparedBlocks {
  private readonly rows = new Shared<Rows>();
  private readonly tallies = new Shared<Tally>();
  private readonly decoder = new BlockDecoder();

  constructor(private readonly rowOf: (source: string, click: Click) => NewClick) {}

  async *toLoad(blocks: AsyncIterable<Block>): AsyncGenerator<LoadableBlock> {
    for await (const block of blocks) {
      const { name, source, cursor } = block;
      yield { name, source, cursor, ...sizeOf(block), ...(this.rows.take(name) ?? (await this.rowsFor(block))) };
    }
  }

  async *toCount(blocks: AsyncIterable<Block>): AsyncGenerator<CountableBlock> {
    for await (const block of blocks) {
      yield {
        cursor: block.cursor,
        ...sizeOf(block),
        tally: this.tallies.take(block.name) ?? (await this.tallyFor(block)),
      };
    }
  }

  whole(block: Pick<Block, 'source' | 'records'>): WholeBlock {
    const decoded = this.decoder.decode(block);
    const { rows, undecodable } = this.rowsOf(block.source, decoded);
    return {
      rows,
      undecodable,
      tally: tallyOf(decoded),
      clicks: decoded.clicks.length,
      lastClick: decoded.clicks.at(-1)?.seq ?? 0,
    };
  }

  private async rowsFor(block: Block): Promise<Rows> {
    const decoded = this.decoder.decode(block);
    await this.tallies.offer(block.name, () => tallyOf(decoded));
    await nextTurn();
    return this.rowsOf(block.source, decoded);
  }

  private async tallyFor(block: Block): Promise<Tally> {
    const decoded = this.decoder.decode(block);
    await this.rows.offer(block.name, () => this.rowsOf(block.source, decoded));
    await nextTurn();
    return tallyOf(decoded);
  }

  private rowsOf(source: string, { clicks, undecodable }: DecodedBlock): Rows {
    const month = clicks[0] ? new Date(clicks[0].at).toISOString().slice(0, 7) : '';
    const rows = encodeRows(clicks.map((click) => this.rowOf(source, click)));
    return { month, oldest: clicks[0]?.at, rows, undecodable };
  }
}

const tallyOf = ({ clicks }: DecodedBlock): Tally => {
  const tally = new Tally();
  for (const { at, link, who } of clicks) {
    tally.add({ link_id: link.link_id, workspace_id: link.workspace_id, at, visitor: who.visitor, is_bot: who.is_bot });
  }
  return tally;
};

const sizeOf = ({ records }: Block) => ({
  records: records.length,
  bytes: records.reduce((sum, { payload }) => sum + payload.length, 0),
});
