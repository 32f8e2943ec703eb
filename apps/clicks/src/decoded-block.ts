import { type ClickRecord, loadableClick } from '@contexts/clicks';
import type { Block } from '@platform/click-log';
import type { SetAside } from './set-aside';

export interface Click {
  readonly seq: number;
  readonly record: ClickRecord;
}

export interface DecodedBlock {
  readonly clicks: readonly Click[];
  /** Records that cannot be used, whatever is tried: they must not hold up the others. */
  readonly undecodable: readonly SetAside[];
}

export const decodeBlock = (block: Pick<Block, 'records'>): DecodedBlock => {
  const clicks: Click[] = [];
  const undecodable: SetAside[] = [];
  for (const { seq, payload } of block.records) {
    try {
      clicks.push({ seq, record: loadableClick(payload.toString()) });
    } catch (error) {
      undecodable.push({ seq, payload, cause: error instanceof Error ? error.message : String(error) });
    }
  }
  return { clicks, undecodable };
};
