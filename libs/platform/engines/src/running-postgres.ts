import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { poll } from '@platform/async';
import { urlOf } from './cluster';
import { demandOwnDatabase } from './owner';

const POLL_MS = 100;

/**
 * The connection string of the database that another process runs in a data directory. Waits up to `withinMs`
 * milliseconds for a database that is just starting; then returns null. Starts nothing and changes nothing.
 * @throws OperatorError when the data directory is a copy of the one that the database belongs to
 */
export async function findRunningPostgres(dataDir: string, withinMs: number): Promise<string | null> {
  return (await poll(() => runningUrl(dataDir), { everyMs: POLL_MS, withinMs })) ?? null;
}

/** Whether there is an embedded database in this data directory. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  return (await textOf(join(dataDir, 'postgres.password'))) !== undefined;
}

async function runningUrl(dataDir: string): Promise<string | undefined> {
  const root = await realpath(dataDir);
  const directory = (await textOf(join(root, 'postgres.location')))?.trim() ?? join(root, 'postgres');
  await demandOwnDatabase(root, directory);
  const password = (await textOf(join(root, 'postgres.password')))?.trim();
  // The server's own pid file: pid, directory, start, port, socket directory, address, shared memory, status.
  const [, place, , port, socket, address, , status] = ((await textOf(join(directory, 'postmaster.pid'))) ?? '')
    .split('\n')
    .map((line) => line.trim());
  const host = socket || address;
  if (!password || !host || !port || status !== 'ready') return undefined;
  // A copy that was made while the database ran has this file, too.
  if (place !== (await realpath(directory))) return undefined;
  return urlOf({ host, port, password });
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
