import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@platform/config';

/** The state file of the loader of standalone. */
const LOADER_STATE = join('analytics', 'clickhouse-loader.json');

/** The forwarder's own file in the data directory. */
export const sentFile = (dataDir: string): string => join(dataDir, 'clicks-sent.json');

/**
 * Clicks that standalone has loaded would be counted again if they were sent to Kafka: the counters of standalone have a
 * checkpoint by offsets in segments, and those of the loaders over Kafka have one by numbers of clicks.
 * @throws ConfigError where the data directory is standalone's
 */
export const demandOwnClicks = (dataDir: string): void => {
  if (existsSync(sentFile(dataDir)) || !existsSync(join(dataDir, LOADER_STATE))) return;
  throw new ConfigError([
    `DATA_DIR ${dataDir} holds clicks that standalone has counted, and over Kafka they would be counted again; give the redirector an empty one`,
  ]);
};
