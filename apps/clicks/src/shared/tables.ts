import type { ClickRetention } from '@contexts/clicks';
import { type AnalyticsClient, buildRollup, migrateAnalytics } from '@platform/analytics-store';
import { every, pause, retry } from '@platform/async';
import { NewerData } from '@platform/config';
import type { Log } from '@platform/telemetry';
import { purgeWorkspaces } from './purge';
import { removeExpired } from './retention';

export interface KeepTables {
  readonly client: AnalyticsClient;
  /** Days for which clicks are kept, by plan; 0 keeps them for good. */
  readonly retention: ClickRetention;
  /** Of Postgres, which knows the plans of workspaces. */
  readonly databaseUrl: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const RETENTION_MS = 3_600_000;
/**
 * Not urgent: until the rollup of a day is built, analytics read the clicks of that day one by one. A round that finds
 * nothing costs little.
 */
const ROLLUP_MS = 300_000;

/**
 * Makes the tables of ClickHouse, or brings those of an older version up to date. Tries until it
 * succeeds or is aborted. @throws NewerData where a newer version has made them
 */
export const makeTables = (
  client: AnalyticsClient,
  { log, signal }: Pick<KeepTables, 'log' | 'signal'>,
): Promise<unknown> =>
  retry(() => migrateAnalytics(client), {
    signal,
    onFailure: (error) => {
      if (error instanceof NewerData) throw error;
      log.error({ err: error }, 'the tables for clicks could not be made; trying again');
    },
  });

/**
 * Until aborted: removes expired clicks every hour, first after an hour; removes clicks of purged workspaces soon; builds
 * the rollup of past days every five minutes.
 */
export const keepTables = async (options: KeepTables): Promise<void> => {
  const { client, log, signal } = options;
  // Not at once: a machine that starts with a wrong clock has set it right by then.
  const expire = pause(RETENTION_MS, signal).then(() =>
    every(RETENTION_MS, () => removeExpired(options, Date.now()), {
      signal,
      onFailure: (error) => log.error({ err: error }, 'expired clicks could not be removed; trying again'),
    }),
  );
  const build = async (): Promise<void> => {
    const built = await buildRollup(client, {
      now: Date.now(),
      signal,
      onFailure: (error) => log.error({ err: error }, 'figures of tags and campaigns could not be built'),
    });
    if (built > 0) log.info({ built }, 'built rollups of past days and months');
  };
  const rollup = every(ROLLUP_MS, build, {
    signal,
    onFailure: (error) => log.error({ err: error }, 'rollups of past days could not be built; trying again'),
  });
  await Promise.all([expire, rollup, purgeWorkspaces(options)]);
};
