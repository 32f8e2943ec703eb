import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '@platform/async';
import type { RootDatabase } from 'lmdb';

/**
 * The options with which every process opens an environment that has a state. The last two are off because of failed
 * commits: `eventTurnBatching` rejects a promise that nobody can catch, and `overlappingSync` makes `close` hang.
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
    // `commitError` rejects with the cause soon.
    const { commitError } = error as { readonly commitError?: Promise<never> };
    if (commitError) await within(CAUSE_WITHIN_MS, commitError);
    throw error;
  }
};

/**
 * lmdb ends the process if it has to make its files on a full disk.
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
