import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Cursor } from '@platform/click-log';

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

/** Replaces a file, so that a crash or a power cut leaves the old one or the new one; `written` is called in between. */
export const writeDurably = async (path: string, content: string | Uint8Array, written?: () => Promise<void> | void): Promise<void> => {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await written?.();
  await rename(temporary, path);
  await syncDirectory(dirname(path));
};

export const syncDirectory = async (path: string): Promise<void> => {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};

export const makeDirectory = (path: string): Promise<string | undefined> => mkdir(path, { recursive: true, mode: 0o700 });
