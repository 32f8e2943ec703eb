import { keepWorking, pause } from '@platform/async';
import { type PurgeResources, purgeResources } from './purge-resources';
import { purgeTables } from './purge-tables';

export interface SweepPurged extends PurgeResources {
  /** Names of the tables of all read models. */
  readonly readModels: readonly string[];
}

const LOOK_MS = 1_000;
/** What arrives late, such as the counts of a redirector that was cut off, is deleted within this time. */
const AGAIN_MS = 3_600_000;

/**
 * Deletes what Postgres holds of purged workspaces: as soon as one is purged, and once an hour. Each step deletes what
 * is left, so a process that is killed in the middle is continued by the next one, and several may run at once. Clicks
 * are deleted by their loader. Ends when the signal aborts.
 */
export const sweepPurged = async (options: SweepPurged): Promise<void> => {
  const { pool, log, signal } = options;
  let [swept, sweptAt] = [-1, 0];
  const round = async (): Promise<void> => {
    const { rows } = await pool.query<{ purged: number }>(
      'select count(*)::int as purged from workspaces where purged_at is not null',
    );
    const purged = rows[0]?.purged ?? 0;
    if (purged > 0 && (purged !== swept || performance.now() - sweptAt > AGAIN_MS)) {
      await sweepOnce(options);
      [swept, sweptAt] = [purged, performance.now()];
    }
    await pause(LOOK_MS, signal);
  };
  await keepWorking(round, {
    signal,
    onFailure: (error) => log.warn({ err: error }, 'purged workspaces could not be deleted; trying again'),
  });
};

const sweepOnce = async (options: SweepPurged): Promise<void> => {
  const { pool, readModels, log, signal } = options;
  const resources = await purgeResources(options);
  const rows = await purgeTables(pool, readModels, signal);
  if (resources + rows > 0) log.info({ resources, rows }, 'deleted the data of purged workspaces');
};
