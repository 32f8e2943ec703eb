import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/**
 * Where the engine of a data directory listens: a short path, since the system allows about 100 characters, and the same
 * one at every start, so that kills leave one directory and not many.
 */
export const engineSocketPath = (dataDirectory: string): string => {
  const hash = createHash('sha256').update(resolve(dataDirectory)).digest('hex').slice(0, 16);
  return join(tmpdir(), `waymark-clickhouse-${process.getuid?.() ?? 0}-${hash}`, 'http.sock');
};

/** Makes the socket's directory, or takes ours if it exists; throws when something of another user has its name. */
export const makePrivateDirectory = async (socketPath: string): Promise<void> => {
  const directory = dirname(socketPath);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const found = await lstat(directory);
  if (!found.isDirectory() || found.uid !== process.getuid?.()) throw new Error(`${directory} belongs to someone else`);
  await chmod(directory, 0o700);
};
