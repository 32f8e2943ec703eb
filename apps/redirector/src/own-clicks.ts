import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@platform/config';

/** The state file of the loader of standalone. */
const LOADER_STATE = join('analytics', 'clickhouse-loader.json');

/** The forwarder's own file in the data directory. */
export const sentFile = (dataDir: string): string => join(dataDir, 'clicks-sent.json');

/**
 * Refuses a data directory of standalone: its clicks would be counted a second time, over Kafka. The checkpoints cannot
 * be compared: that of standalone's counters holds offsets in segments, those of the Kafka loaders hold numbers of
 * clicks.
 * @throws ConfigError where the data directory is standalone's
 */
export const demandOwnClicks = (dataDir: string): void => {
  if (existsSync(sentFile(dataDir)) || !existsSync(join(dataDir, LOADER_STATE))) return;
  throw new ConfigError([
    `DATA_DIR ${dataDir} holds clicks that standalone has counted, and over Kafka they would be counted again; ` +
      `give the redirector an empty one`,
  ]);
};
