import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  symlink,
  utimes,
} from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { syncDirectory } from '@platform/files';

/**
 * Like {@link copyTree}, of a file or folder that an operator may have put elsewhere by a link: it is copied itself.
 */
export const copyLinked = async (
  from: string,
  to: string,
  signal: AbortSignal,
  leaveOut?: (path: string) => boolean,
): Promise<number> => {
  const place = await unlessGone(realpath(from));
  return place === undefined
    ? 0
    : copyTree(place, to, signal, leaveOut && ((path) => leaveOut(join(from, relative(place, path)))));
};

/**
 * Copies a file, a link or a folder with modes, times and, as root, owners. It is on disk when this resolves. What
 * vanishes meanwhile is left out: another process works on the original.
 * @param signal ends it between two files
 * @param leaveOut called with each path below `from`
 * @returns bytes copied
 */
export const copyTree = async (
  from: string,
  to: string,
  signal: AbortSignal,
  leaveOut: (path: string) => boolean = () => false,
): Promise<number> => {
  signal.throwIfAborted();
  const found = await unlessGone(lstat(from));
  if (!found) return 0;
  if (found.isSymbolicLink()) return unlessGone(copyLink(from, to)).then(() => 0);
  if (!found.isDirectory()) return found.isFile() ? ((await unlessGone(copyOne(from, to))) ?? 0) : 0;
  await mkdir(to, { recursive: true });
  let bytes = 0;
  for (const name of (await unlessGone(readdir(from))) ?? [])
    if (!leaveOut(join(from, name))) bytes += await copyTree(join(from, name), join(to, name), signal, leaveOut);
  await takeOver(from, to);
  await syncDirectory(to);
  return bytes;
};

const copyLink = async (from: string, to: string): Promise<void> => symlink(await readlink(from), to);

const copyOne = async (from: string, to: string): Promise<number> => {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
  // The engine's frozen files are read-only, and so are their copies.
  const copied = await open(to, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await copied.sync();
  } finally {
    await copied.close();
  }
  return takeOver(from, to);
};

/** Owner, mode and times. */
export const takeOver = async (from: string, to: string): Promise<number> => {
  const { mode, uid, gid, atime, mtime, size } = await lstat(from);
  if (process.getuid?.() === 0) await chown(to, uid, gid);
  await chmod(to, mode & 0o7777);
  await utimes(to, atime, mtime);
  return size;
};

const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
