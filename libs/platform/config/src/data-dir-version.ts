import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@platform/files';
import { DATA_VERSION, demandKnownVersion } from './data-version';

const versionFile = (dataDir: string): string => join(dataDir, 'data-version');

/** @throws NewerData when a newer program has worked on it */
export const demandKnownDataDir = async (dataDir: string): Promise<void> =>
  demandKnownVersion(`The data directory ${dataDir}`, (await storedVersion(dataDir))?.trim());

/**
 * Makes older programs refuse the directory. The caller holds its lock and has changed nothing in it yet.
 * @throws NewerData when a newer program has worked on it
 */
export const stampDataDir = async (dataDir: string): Promise<void> => {
  await demandKnownDataDir(dataDir);
  const stamp = `${DATA_VERSION}\n`;
  if ((await storedVersion(dataDir)) !== stamp) await writeDurably(versionFile(dataDir), stamp);
};

const storedVersion = (dataDir: string): Promise<string | undefined> =>
  readFile(versionFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
