import { PLANS } from '@kernel';
import { type ClickRetention, retentionStart } from '@contexts/clicks';
import { type AnalyticsClient, expireClicks } from '@platform/analytics-store';
import { applicationPool, EVERY_WORKSPACE } from '@platform/postgres';
import type { Log } from '@platform/telemetry';

export interface RemoveExpired {
  readonly retention: ClickRetention;
  readonly client: AnalyticsClient;
  readonly databaseUrl: string;
  readonly log: Log;
}

/**
 * Removes the clicks that are older than the retention of their workspace's plan. A workspace whose plan is not known
 * keeps all its clicks.
 * @param now milliseconds since 1970
 */
export const removeExpired = async (
  { retention, client, databaseUrl, log }: RemoveExpired,
  now: number,
): Promise<void> => {
  const starts = new Map(PLANS.map((plan) => [plan as string, retentionStart(retention, plan, now)]));
  const latest = Math.max(...[...starts.values()].map((start) => start ?? 0));
  if (latest === 0) return;
  const pool = applicationPool(
    databaseUrl,
    { name: 'click retention', workspace: EVERY_WORKSPACE, most: 1, connectMs: 5_000, statementMs: 15_000 },
    log,
  );
  const keptFrom = async (ids: readonly string[]) => {
    const { rows } = await pool.query<{ id: string; plan: string }>(
      'select id, plan from workspaces where id = any($1)',
      [ids],
    );
    return new Map(
      rows.flatMap(({ id, plan }) => {
        const start = starts.get(plan);
        return typeof start === 'number' ? [[id, start] as const] : [];
      }),
    );
  };
  try {
    const { months, workspaces } = await expireClicks(client, { latest, keptFrom, now });
    if (months.length + workspaces.length > 0)
      log.info({ months, workspaces: workspaces.length }, 'removed clicks past their retention');
  } finally {
    await pool.end();
  }
};
