import { randomBytes } from 'node:crypto';
import { rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@platform/files';

/** Some 15,000 clicks. */
const RESERVE_BYTES = 8 * 1024 * 1024;
/** The reserve is made only where it leaves much more than it takes. */
const MADE_ABOVE_BYTES = 64 * 1024 * 1024;

const pathIn = (directory: string): string => join(directory, 'reserve');

/** Takes room on the disk of a click log for {@link releaseReserve}, if it is not taken and there is plenty. */
export const keepReserve = async (directory: string): Promise<void> => {
  if (await stat(pathIn(directory)).catch(() => undefined)) return;
  const { bavail, bsize } = await statfs(directory);
  // Random bytes, because a file system may compress others.
  if (bavail * bsize >= MADE_ABOVE_BYTES) await writeDurably(pathIn(directory), randomBytes(RESERVE_BYTES));
};

/** Gives the room to the journal, on a disk that is full. */
export const releaseReserve = (directory: string): Promise<void> => rm(pathIn(directory), { force: true });
