import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file, so that a crash or a power cut leaves the old one or the new one; `written` is called in between. */
export const writeDurably = async (
  path: string,
  content: string | Uint8Array,
  written?: () => Promise<void> | void,
): Promise<void> => {
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
  const directory = await open(dirname(path), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
};
