import { createClickReader, type LoadableClick } from '@contexts/clicks';
import type { Block } from '@platform/click-log';
import type { SetAside } from './set-aside';

export interface Click extends LoadableClick {
  readonly seq: number;
}

export interface DecodedBlock {
  readonly clicks: readonly Click[];
  /** Records that cannot be used, whatever is tried: they must not hold up the others. */
  readonly undecodable: readonly SetAside[];
}

/** What one block has in common with the next is decoded once, so keep it over blocks. */
export class BlockDecoder {
  private readonly read = createClickReader();

  decode(block: Pick<Block, 'records'>): DecodedBlock {
    const clicks: Click[] = [];
    const undecodable: SetAside[] = [];
    for (const { seq, payload } of block.records) {
      try {
        const { at, link, who, visit } = this.read(payload.toString());
        clicks.push({ seq, at, link, who, visit });
      } catch (error) {
        undecodable.push({ seq, payload, cause: error instanceof Error ? error.message : String(error) });
      }
    }
    return { clicks, undecodable };
  }
}
