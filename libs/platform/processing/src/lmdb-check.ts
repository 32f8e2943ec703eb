import { execFile } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '@kernel';
import { LMDB_OPTIONS } from './lmdb-environment';

/** Offsets of a meta page's fields. The first two pages are meta pages; the one of the later transaction counts. */
const META = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 } as const;
const MAGIC = 0xbeefc0de;

/** What people and supervisors end processes with, the children of a process included. */
const STOPS: readonly unknown[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/** Reads all pages and begins a write, in a process of its own: a damaged page may end that process. */
const WALK = `
const { open, ABORT } = require('lmdb');
const [path, options, names] = process.argv.slice(1).map((text) => JSON.parse(text));
const root = open({ path, ...options });
const databases = names.map((name) => root.openDB({ name, encoding: 'string' }));
for (const database of databases) database.getKeysCount({});
root.transactionSync(() => {
  for (const database of databases) database.putSync('check', 'check');
  return ABORT;
});
process.exit(0);
`;

/**
 * Whether an environment with these databases can be used. lmdb ends the process on most damage, so a child process
 * searches for damage. It does so only if the environment was not closed in good order or has changed since: it reads
 * all pages, which takes 1.2 s for a million links (1.6 GB, in memory).
 * @throws OperatorError if somebody ends the child process: that says nothing about the environment
 */
export const isWhole = async (path: string, names: readonly string[]): Promise<boolean> => {
  const file = join(path, 'data.mdb');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return true;
  if (!found.isFile()) return false;
  if (readMark(path) === markOf(path)) return true;
  if (found.size < lengthOf(file)) return false;
  const args = [path, LMDB_OPTIONS, names].map((value) => JSON.stringify(value));
  return promisify(execFile)(process.execPath, ['-e', WALK, ...args], { cwd: __dirname }).then(
    () => true,
    (error: { readonly code?: unknown; readonly signal?: unknown }) => {
      const { code, signal } = error;
      if (STOPS.includes(signal)) throw new OperatorError(`The check of ${path} was ended by ${String(signal)}.`);
      // The child process ran, and failed or was killed by a damaged page. Where memory is short, each start would have
      // it killed: then an index that is built anew is better than none.
      if (typeof code === 'number' || typeof signal === 'string') return false;
      throw error;
    },
  );
};

/**
 * Whether there is an environment at the path, in its whole length: lmdb ends the process on a file that is not its own,
 * and on one that is short, as of a copy that was not finished.
 */
export const isLmdb = (path: string): boolean => {
  const file = join(path, 'data.mdb');
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  // Its size is asked for last: another process may add pages meanwhile.
  const length = lengthOf(file);
  return statSync(file).size >= length;
};

/** Records for the next start that the environment was closed in good order. Call it after the close. */
export const markClosed = (path: string): void => {
  try {
    writeFileSync(join(path, 'closed'), markOf(path));
  } catch {
    // If the disk is full, the next start checks the environment itself.
    rmSync(join(path, 'closed'), { force: true });
  }
};

const readMark = (path: string): string | undefined => {
  try {
    return readFileSync(join(path, 'closed'), 'utf8');
  } catch {
    return undefined;
  }
};

/** Size and time of the last change. */
const markOf = (path: string): string => {
  const { size, mtimeNs } = statSync(join(path, 'data.mdb'), { bigint: true });
  return `${size} ${mtimeNs}`;
};

/** The least length of the file in bytes; Infinity for a file that is not lmdb's. */
const lengthOf = (file: string): number => {
  const fd = openSync(file, 'r');
  const read = (at: number): Buffer | undefined => {
    const page = Buffer.alloc(META.end);
    const whole = readSync(fd, page, 0, META.end, at) === META.end && page.readUInt32LE(META.magic) === MAGIC;
    return whole ? page : undefined;
  };
  try {
    const first = read(0);
    const pageSize = first?.readUInt32LE(META.pageSize) ?? 0;
    const second = read(pageSize);
    if (!first || !second) return Infinity;
    const transaction = (page: Buffer) => page.readBigUInt64LE(META.transaction);
    const latest = transaction(first) > transaction(second) ? first : second;
    return (latest.readUIntLE(META.lastPage, 6) + 1) * pageSize;
  } finally {
    closeSync(fd);
  }
};
