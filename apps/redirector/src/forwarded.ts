import { readFile } from 'node:fs/promises';
import type { ClickLogCheckpoint } from '@platform/click-log';
import { writeDurably } from '@platform/files';

/** What a forwarder must remember over a crash. */
export interface Forwarded {
  /** The checkpoint: everything before it was acknowledged. */
  readonly cursor: ClickLogCheckpoint;
  /** Sources whose last mark was acknowledged. */
  readonly ended: readonly string[];
}

export const NOTHING: Forwarded = { cursor: {}, ended: [] };

/** A damaged file counts as empty: the forwarder sends all kept blocks again, and no loader loads one twice. */
const parsed = (text: string): Forwarded => {
  try {
    return JSON.parse(text) as Forwarded;
  } catch {
    return NOTHING;
  }
};

export const readForwarded = async (path: string): Promise<Forwarded> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? NOTHING : parsed(text);
};

/** A crash or a power cut leaves the old state or the new one. */
export const writeForwarded = (path: string, state: Forwarded): Promise<void> =>
  writeDurably(path, JSON.stringify(state));
