import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cursor, writeDurably } from '@platform/click-log';

/** What the loader must remember over a crash. */
export interface LoadState {
  /** Everything before it is in ClickHouse. */
  readonly cursor: Cursor;
  /**
   * Inserts that were about to be made, by source: the next so many blocks after the cursor, as one. Such an insert may
   * have been made or not; making it again from the same blocks has the same token and so no second effect.
   */
  readonly planned: Readonly<Record<string, number>>;
}

/** The loader's own file in its state directory. */
export const loadStateFile = (stateDirectory: string): string => join(stateDirectory, 'clickhouse-loader.json');

export const readLoadState = async (path: string): Promise<LoadState> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? { cursor: {}, planned: {} } : (JSON.parse(text) as LoadState);
};

export const writeLoadState = (path: string, state: LoadState, written?: () => Promise<void> | void): Promise<void> =>
  writeDurably(path, JSON.stringify(state), written);

export const makeDirectory = (path: string): Promise<string | undefined> =>
  mkdir(path, { recursive: true, mode: 0o700 });
