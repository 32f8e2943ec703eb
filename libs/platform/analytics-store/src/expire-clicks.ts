import type { AnalyticsClient } from './analytics-client';

export interface Expiry {
  /** No workspace loses clicks from this moment on; milliseconds since 1970. */
  readonly latest: number;
  /** The first moment from which each workspace keeps clicks; a workspace that is not named keeps all of its clicks. */
  readonly keptFrom: (workspaceIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Expired {
  /** Months (`YYYYMM`) that were removed as a whole. */
  readonly months: readonly number[];
  /** Workspaces whose expired clicks the engine removes in the background. */
  readonly workspaces: readonly string[];
}

/** Clicks of a month may be loaded late, but not later than the journal is kept. */
const LATE_MS = 31 * 86_400_000;
const AT_ONCE = 1_000;

/** Removes clicks that no workspace keeps: a month as a whole if none needs it, else row by row. May be repeated. */
export async function expireClicks(client: AnalyticsClient, { latest, keptFrom, now }: Expiry): Promise<Expired> {
  const found = await client.rows<Found>(
    `SELECT toYYYYMM(time) AS month, clicks.workspace_id AS workspace, toUnixTimestamp64Milli(min(time)) AS first,
        toUnixTimestamp64Milli(max(time)) AS last
     FROM clicks WHERE toYYYYMM(time) <= toYYYYMM(fromUnixTimestamp64Milli({latest:Int64}, 'UTC'))
       GROUP BY month, workspace`,
    { latest },
  );
  const kept = await keptFrom([...new Set(found.map(({ workspace }) => workspace))]);
  const isOver = ({ workspace, last }: Found) => Number(last) < (kept.get(workspace) ?? 0);
  const needed = new Set(found.filter((one) => !isOver(one)).map(({ month }) => month));
  const months = [...new Set(found.map(({ month }) => month))].filter(
    (month) => !needed.has(month) && endOf(month) + LATE_MS < now,
  );
  for (const month of months) await client.command(`ALTER TABLE clicks DROP PARTITION ${month}`);

  const expired = found.filter(
    ({ month, workspace, first }) => !months.includes(month) && Number(first) < (kept.get(workspace) ?? 0),
  );
  const workspaces = [...new Set(expired.map(({ workspace }) => workspace))];
  for (const cutoff of new Set(kept.values())) {
    const ids = workspaces.filter((workspace) => kept.get(workspace) === cutoff);
    for (let at = 0; at < ids.length; at += AT_ONCE) await deleteBefore(client, cutoff, ids.slice(at, at + AT_ONCE));
  }
  return { months, workspaces };
}

interface Found {
  readonly month: number;
  readonly workspace: string;
  readonly first: string;
  readonly last: string;
}

const endOf = (month: number): number => Date.UTC(Math.floor(month / 100), month % 100);

const deleteBefore = (client: AnalyticsClient, cutoff: number, workspaces: readonly string[]): Promise<void> =>
  client.command(
    `ALTER TABLE clicks DELETE WHERE workspace_id IN {workspaces:Array(String)}
        AND time < fromUnixTimestamp64Milli({cutoff:Int64}, 'UTC')
     SETTINGS mutations_sync = 0`,
    { workspaces, cutoff },
  );
