import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk with less counts as full: the click journal reserves half a megabyte at a time. */
const LEAST_FREE_BYTES = 1024 * 1024;

/**
 * A health check of the disks under a data directory; each folder in it may be a mount or a link. @throws naming the
 * folder that has no room
 */
export const checkDisk = async (dataDir: string): Promise<void> => {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  for (const path of [dataDir, ...folders.map((name) => join(dataDir, name))]) {
    const { bavail, bsize } = await statfs(path);
    if (bavail * bsize < LEAST_FREE_BYTES)
      throw new Error(`the disk of ${path} is full: ${bavail * bsize} bytes are free`);
  }
};
