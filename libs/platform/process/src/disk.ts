import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { metrics } from '@platform/telemetry';

/** A disk with less counts as full: the click journal reserves half a megabyte at a time. */
const LEAST_FREE_BYTES = 1024 * 1024;
/** As Node, lmdb and Postgres (in its last output) word it. */
const FULL = /no space left on device/i;

class DiskFull extends Error {}

/**
 * A health check of the disks under a data directory; each folder in it may be a mount or a link. Their room is in the
 * metrics from then on. @throws naming the folder that has no room
 */
export const checkDisk = async (dataDir: string, leastFree = LEAST_FREE_BYTES): Promise<void> => {
  const disks = await disksUnder(dataDir);
  show(disks);
  const full = disks.find(({ free }) => free < leastFree);
  if (full) throw new DiskFull(`the disk of ${join(dataDir, full.folder)} is full: ${full.free} bytes are free`);
};

/** In bytes. `folder` is relative to the data directory, and the first one of those that share the disk. */
interface Disk {
  readonly folder: string;
  readonly free: number;
  readonly size: number;
}

const disksUnder = async (dataDir: string): Promise<readonly Disk[]> => {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  const disks = new Map<string, Disk>();
  for (const folder of ['.', ...folders]) {
    const path = join(dataDir, folder);
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(path), statfs(path)]);
    // A quota of a folder is a smaller disk on the same device.
    const disk = `${dev} ${blocks}`;
    if (!disks.has(disk)) disks.set(disk, { folder, free: bavail * bsize, size: blocks * bsize });
  }
  return [...disks.values()];
};

const show = (disks: readonly Disk[]): void => {
  const free = metrics.gauge('data_dir_free_bytes', 'Free room on each disk under DATA_DIR.', ['folder']);
  const size = metrics.gauge('data_dir_size_bytes', 'Size of each disk under DATA_DIR.', ['folder']);
  for (const gauge of [free, size]) gauge.reset();
  for (const disk of disks) {
    free.set({ folder: disk.folder }, disk.free);
    size.set({ folder: disk.folder }, disk.size);
  }
};

/** Whether something failed because a disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (error instanceof DiskFull || FULL.test(error.message));
