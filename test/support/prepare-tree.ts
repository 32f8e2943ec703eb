import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Compiles what is stale, unless the script that runs the suites has just done so. */
export const prepareTree = (): void => {
  if (process.env['WAYMARK_PREPARED'] === undefined)
    execFileSync(process.execPath, [join(__dirname, '..', '..', '.scripts', 'prepare.mjs')]);
};
