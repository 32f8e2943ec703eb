import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WriteDurably {
  /** Permissions of a new file; by default only its owner has access. */
  readonly mode?: number;
  /** Leaves a file that root replaces to the account that it belongs to. */
  readonly keepOwner?: boolean;
  /** Called when the new content is on disk and the old one still in place: for tests of crashes. */
  readonly written?: (() => Promise<void> | void) | undefined;
}

/**
 * Replaces a file, or makes it. It is on disk when this resolves; a crash or a power cut leaves the old content or the
 * new one. A file must have one writer at a time: writers would share the temporary file beside it.
 */
export const writeDurably = async (
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, keepOwner = false, written }: WriteDurably = {},
): Promise<void> => {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', mode);
  try {
    await file.writeFile(content);
    if (keepOwner && process.getuid?.() === 0) await giveToOwnerOf(path, file);
    await file.sync();
  } finally {
    await file.close();
  }
  await written?.();
  await rename(temporary, path);
  await syncDirectory(dirname(path));
};

const giveToOwnerOf = async (path: string, file: FileHandle): Promise<void> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found) await file.chown(found.uid, found.gid);
};

/** Makes files created or renamed in a directory survive a power cut. Windows has no such call and needs none. */
export const syncDirectory = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
};
