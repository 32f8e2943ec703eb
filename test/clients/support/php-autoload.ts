import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const AUTOLOAD = join(__dirname, '..', 'drivers', 'php', 'autoload.php');

/** Puts the library into a folder's `vendor`, without Composer. */
export const installForPhp = (folder: string): void => {
  mkdirSync(join(folder, 'vendor'));
  writeFileSync(join(folder, 'vendor', 'autoload.php'), `<?php require '${AUTOLOAD}';`);
};
