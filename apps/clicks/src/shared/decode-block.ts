import { createClickReader, type LoadableClick } from '@contexts/clicks';
import type { Block } from '@platform/click-log';

export interface Click extends LoadableClick {
  readonly seq: number;
}

/** A record that can never be loaded. */
export interface Undecodable {
  readonly seq: number;
  /** The record as it was read. */
  readonly payload: Buffer;
  readonly cause: string;
}

export interface DecodedBlock {
  readonly clicks: readonly Click[];
  readonly undecodable: readonly Undecodable[];
}

/** Use one decoder for many blocks: it decodes parts that consecutive blocks share only once. */
export class BlockDecoder {
  private readonly read = createClickReader();

  decode(block: Pick<Block, 'records'>): DecodedBlock {
    const clicks: Click[] = [];
    const undecodable: Undecodable[] = [];
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
