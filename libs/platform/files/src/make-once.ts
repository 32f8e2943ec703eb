import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a file, unless it exists, that only its owner can read unless `mode` says otherwise. The file is written beside its path and then linked: a
 * link fails if the name is taken, so exactly one of several processes makes it. It is on disk on return.
 * @returns the content of the file, whichever process made it
 */
export const makeOnce = (path: string, content: string | Uint8Array, mode = 0o600): Buffer => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    withFile(draft, 'wx', (file) => (fchmodSync(file, mode), writeFileSync(file, content)));
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  if (process.platform !== 'win32') withFile(dirname(path), 'r', () => undefined);
  return readFileSync(path);
};

/** On return every change to the file is on disk. */
const withFile = (path: string, flags: string, use: (file: number) => void): void => {
  const file = openSync(path, flags, 0o600);
  try {
    use(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
