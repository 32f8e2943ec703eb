import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOnce } from '@platform/files';

/**
 * The id of this click log, which never changes: readers name their checkpoints by it. Made when absent, and on disk
 * when it resolves. Two processes that make it at once get the same.
 */
export const clickLogId = async (directory: string): Promise<string> => {
  const path = join(directory, 'id');
  const known = await read(path);
  if (known !== undefined) return known;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return makeOnce(path, randomBytes(10).toString('hex')).toString();
};

const read = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' ? undefined : Promise.reject(error),
  );
