import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Puts an empty database into a new data directory, as its first start makes one: copying it takes a tenth of the time.
 * The suites of a run share the original, in the folder of TEST_MADE_DATABASE; the first caller makes it. Does nothing
 * without that folder, or while somebody else makes the original.
 */
export const copyMadeDatabase = async (dataDir: string): Promise<void> => {
  const folder = process.env['TEST_MADE_DATABASE'];
  if (folder === undefined) return;
  const made = join(folder, 'made');
  if (!existsSync(made) && !(await makeOnce(join(folder, 'making'), made))) return;
  // Where the account of Postgres cannot enter the folder, the database lies elsewhere, and a copy would share it.
  if (existsSync(join(made, 'postgres.location'))) return;
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
};

/** @returns whether it was for this caller to make it */
const makeOnce = async (making: string, made: string): Promise<boolean> => {
  try {
    mkdirSync(making);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  const { startPostgres } = await import('@platform/engines');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await (await startPostgres({ dataDir: making, log })).stop();
  renameSync(making, made);
  return true;
};
