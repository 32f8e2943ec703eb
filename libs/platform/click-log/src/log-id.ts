import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The id of this click log, which never changes: readers name their checkpoints by it. Made when absent, and on disk when
 * it resolves. Two processes that make it at once get the same.
 */
export const clickLogId = async (directory: string): Promise<string> => {
  const path = join(directory, 'id');
  const known = await read(path);
  if (known !== undefined) return known;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeSynced(draft, randomBytes(10).toString('hex'));
    await link(draft, path).catch((error: NodeJS.ErrnoException) =>
      error.code === 'EEXIST' ? undefined : Promise.reject(error),
    );
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path, 'utf8');
};

const read = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : Promise.reject(error),
  );

const writeSynced = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
};
