import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * Where the engine of a data directory listens: a short path, since the system allows about 100 characters, and the
 * same one at every start, so that kills leave one directory and not many.
 */
export const engineSocketPath = (dataDirectory: string): string =>
  join(temporary('clickhouse', dataDirectory), 'http.sock');

/** Where the engine of a data directory has its pipes: a path without characters that mean something to the engine. */
export const enginePipesPath = (dataDirectory: string): string => temporary('pipes', dataDirectory);

const temporary = (purpose: string, dataDirectory: string): string => {
  const hash = createHash('sha256').update(resolve(dataDirectory)).digest('hex').slice(0, 16);
  return join(tmpdir(), `waymark-${purpose}-${process.getuid?.() ?? 0}-${hash}`);
};

/** Makes a directory for this user alone, or uses ours if it exists; throws when it belongs to another user. */
export const makePrivateDirectory = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const found = await lstat(directory);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${directory} belongs to someone else`);
  await chmod(directory, 0o700);
};

/** Makes the socket's directory. */
export const makeSocketDirectory = (socketPath: string): Promise<void> => makePrivateDirectory(dirname(socketPath));
