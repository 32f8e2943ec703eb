import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '@platform/async';
import type { RootDatabase } from 'lmdb';

/**
 * The options with which every process opens an environment that has a state. The last two are off because a failed
 * commit rejects a promise that nobody can catch with the first, and makes `close` wait for ever with the second.
 */
export const LMDB_OPTIONS = { maxDbs: 8, noSubdir: false, eventTurnBatching: false, overlappingSync: false } as const;

/** More than lmdb needs to make an environment. */
const ROOM = Buffer.alloc(64 * 1024);

const CAUSE_WITHIN_MS = 1_000;

/**
 * Runs a transaction; resolves when it is on disk. Call `putSync` and `removeSync` in it.
 * @throws why it could not be committed, as on a full disk; then nothing of it was written
 */
export const commit = async (root: Pick<RootDatabase, 'transaction'>, work: () => void): Promise<void> => {
  try {
    await root.transaction(work);
  } catch (error) {
    // Another promise rejects with the cause, soon.
    const { commitError } = error as { readonly commitError?: Promise<never> };
    if (commitError) await within(CAUSE_WITHIN_MS, commitError);
    throw error;
  }
};

/**
 * Where lmdb would have to make its files, it ends the process when the disk is full.
 * @throws ENOSPC
 */
export const demandRoom = (path: string): void => {
  const made = ['data.mdb', 'lock.mdb'].every((file) => statSync(join(path, file), { throwIfNoEntry: false })?.blocks);
  if (made) return;
  const trial = join(path, `room-${process.pid}`);
  try {
    writeFileSync(trial, ROOM);
  } catch (error) {
    throw Object.assign(error as Error, { path });
  } finally {
    rmSync(trial, { force: true });
  }
};

/** Stands after the head of the first page of every lmdb file (of machines with the usual byte order). */
const MAGIC = 0xbeefc0de;

/** Whether lmdb can open an environment at the path, or make one: it ends the process on a file that is none of its own. */
export const isLmdb = (path: string): boolean => {
  const file = join(path, 'data.mdb');
  if (!existsSync(file)) return true;
  const start = Buffer.alloc(28);
  const fd = openSync(file, 'r');
  try {
    const read = readSync(fd, start, 0, 28, 0);
    // Empty is a file that another process is about to begin.
    return read === 0 || (read === 28 && start.readUInt32LE(24) === MAGIC);
  } finally {
    closeSync(fd);
  }
};
