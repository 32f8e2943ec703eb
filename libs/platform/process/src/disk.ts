import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk with less counts as full: the click journal reserves half a megabyte at a time. */
const LEAST_FREE_BYTES = 1024 * 1024;
/** As Node, lmdb and Postgres (in its last output) word it. */
const FULL = /no space left on device/i;

class DiskFull extends Error {}

/**
 * A health check of the disks under a data directory; each folder in it may be a mount or a link. @throws naming the
 * folder that has no room
 */
export const checkDisk = async (dataDir: string, leastFree = LEAST_FREE_BYTES): Promise<void> => {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  for (const path of [dataDir, ...folders.map((name) => join(dataDir, name))]) {
    const { bavail, bsize } = await statfs(path);
    if (bavail * bsize < leastFree) throw new DiskFull(`the disk of ${path} is full: ${bavail * bsize} bytes are free`);
  }
};

/** Whether something failed because a disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (error instanceof DiskFull || FULL.test(error.message));
