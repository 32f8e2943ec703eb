import { type AnalyticsClient, purgeClicks } from '@platform/analytics-store';
import { every } from '@platform/async';
import { applicationPool, EVERY_WORKSPACE } from '@platform/postgres';
import type { Log } from '@platform/telemetry';

export interface PurgeOptions {
  readonly client: AnalyticsClient;
  /** Of Postgres, which knows the purged workspaces. */
  readonly databaseUrl: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks for purged workspaces. */
  readonly everyMs?: number;
}

const LOOK_MS = 5_000;
/** Clicks that are loaded after their workspace was purged are deleted within this time. */
const AGAIN_MS = 3_600_000;

/** Until aborted: deletes the clicks of purged workspaces, as soon as one is purged, and once an hour. */
export const purgeWorkspaces = async (options: PurgeOptions): Promise<void> => {
  const { client, databaseUrl, log, signal, everyMs = LOOK_MS } = options;
  const pool = applicationPool(
    databaseUrl,
    { name: 'click purge', workspace: EVERY_WORKSPACE, most: 1, connectMs: 5_000, statementMs: 15_000 },
    log,
  );
  let [known, purgedAt] = [0, 0];
  const round = async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>('select id from workspaces where purged_at is not null');
    if (rows.length === 0 || (rows.length === known && performance.now() - purgedAt < AGAIN_MS)) return;
    const workspaces = await purgeClicks(
      client,
      rows.map(({ id }) => id),
    );
    [known, purgedAt] = [rows.length, performance.now()];
    if (workspaces.length > 0) log.info({ workspaces }, 'deleting the clicks of purged workspaces');
  };
  await every(everyMs, round, {
    signal,
    onFailure: (error) =>
      log.warn({ err: error }, 'the clicks of purged workspaces could not be deleted; trying again'),
  });
  await pool.end();
};
