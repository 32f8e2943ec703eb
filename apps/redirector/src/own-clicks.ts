import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@platform/config';

/** What the loader of standalone keeps beside the journal that it reads. */
const LOADER_STATE = join('analytics', 'clickhouse-loader.json');

/** The forwarder's own file in the data directory. */
export const sentFile = (dataDir: string): string => join(dataDir, 'clicks-sent.json');

/**
 * Sent to Kafka, the clicks of a journal that standalone has loaded would be counted once more: its counters have a cursor of
 * their own, by places in the files, and that of loaders over Kafka is by numbers.
 * @throws ConfigError where the data directory is standalone's
 */
export const demandOwnClicks = (dataDir: string): void => {
  if (existsSync(sentFile(dataDir)) || !existsSync(join(dataDir, LOADER_STATE))) return;
  throw new ConfigError([
    `DATA_DIR ${dataDir} holds clicks that standalone has counted, and over Kafka they would be counted again; give the redirector an empty one`,
  ]);
};
