import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WriteDurably {
  /** Permissions of a new file; its owner's alone unless told otherwise. */
  readonly mode?: number;
  /** Called when the new content is on disk and the old one still in place: for tests of crashes. */
  readonly written?: (() => Promise<void> | void) | undefined;
}

/**
 * Replaces a file, or makes it. It is on disk when this resolves; a crash or a power cut leaves the old content or the new
 * one. A file has one writer at a time: they share the temporary file beside it.
 */
export const writeDurably = async (
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, written }: WriteDurably = {},
): Promise<void> => {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', mode);
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

/** Makes what was created or renamed in a directory survive a power cut. Windows cannot, and need not. */
export const syncDirectory = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
};
