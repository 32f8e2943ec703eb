import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a file, readable by its owner alone, unless there is one. It is written whole beside its place and then linked: a
 * link fails when the name is taken, so that of several processes exactly one makes it. It is on disk on return.
 * @returns what the file holds then, whichever process made it
 */
export const makeOnce = (path: string, content: string | Uint8Array): Buffer => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    withFile(draft, 'wx', (file) => writeFileSync(file, content));
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  if (process.platform !== 'win32') withFile(dirname(path), 'r', () => undefined);
  return readFileSync(path);
};

/** Whatever was done with the file is on disk on return. */
const withFile = (path: string, flags: string, use: (file: number) => void): void => {
  const file = openSync(path, flags, 0o600);
  try {
    use(file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
