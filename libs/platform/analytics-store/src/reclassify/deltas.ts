import type { AnalyticsClient } from '../analytics-client';

/** By how much a link's counters change because verdicts on its clicks were turned round. */
export interface LinkDelta {
  readonly link_id: string;
  /** People's clicks; the bots' change by as many the other way. */
  readonly clicks: number;
  readonly unique_clicks: number;
  /** Of people, RFC 3339; null when there is none. */
  readonly last_clicked_at: string | null;
}

/** A visitor who counts on that UTC day because of the verdicts, or no longer does. */
export interface MendedVisitor {
  readonly link_id: string;
  readonly workspace_id: string;
  readonly day: string;
  readonly visitor: string;
  readonly counts: boolean;
}

/**
 * SQL, for a derivation of `is_bot`: marks the clicks whose verdict is turned round by a run. One that is turned back by the
 * same run, repeated with newer rules after a crash, is unmarked again.
 */
export const BOT_VERDICT = (run: number, rules: number): readonly string[] => [
  `reclassified = if(is_bot != {is_bot}, if(reclassified = ${run}, 0, ${run}), reclassified)`,
  `bot_rules = ${rules}`,
];

const WAS_BOT = 'if(reclassified = {run:UInt32}, NOT is_bot, is_bot)';
const OF_LINKS = 'workspace_id IN {workspaces:Array(String)} AND link_id IN {links:Array(String)}';

export interface ChangedLink {
  readonly link_id: string;
  readonly workspace_id: string;
}

/** The next links, by id, with clicks whose verdict a run has turned round. */
export const changedLinks = (client: AnalyticsClient, run: number, after: string, limit: number): Promise<ChangedLink[]> =>
  client.rows<ChangedLink>(
    `SELECT link_id, any(clicks.workspace_id) AS workspace_id FROM clicks WHERE reclassified = {run:UInt32} AND link_id > {after:String}
     GROUP BY link_id ORDER BY link_id LIMIT {limit:UInt32}`,
    { run, after, limit },
  );

/** What a run changes for these links, from the clicks as they are in the table at this moment. */
export async function deltasOf(client: AnalyticsClient, run: number, links: readonly ChangedLink[]): Promise<LinkDelta[]> {
  const rows = await client.rows<{ link_id: string; clicks: string; unique_clicks: string; last: string }>(
    `SELECT link_id,
       toInt64(countIf(NOT is_bot)) - toInt64(countIf(NOT was_bot)) AS clicks,
       toInt64(uniqExactIf(visit, NOT is_bot)) - toInt64(uniqExactIf(visit, NOT was_bot)) AS unique_clicks,
       toUnixTimestamp64Milli(maxIf(time, NOT is_bot)) AS last
     FROM (SELECT link_id, visit, time, is_bot, ${WAS_BOT} AS was_bot FROM clicks WHERE ${OF_LINKS})
     GROUP BY link_id`,
    { run, ...named(links) },
  );
  return rows.map(({ link_id, clicks, unique_clicks, last }) => ({
    link_id, clicks: Number(clicks), unique_clicks: Number(unique_clicks), last_clicked_at: Number(last) > 0 ? new Date(Number(last)).toISOString() : null,
  }));
}

/** @param since a UTC day (`2026-11-21`): visitors of earlier days are not remembered by anyone. */
export async function mendedVisitors(client: AnalyticsClient, run: number, links: readonly ChangedLink[], since: string): Promise<MendedVisitor[]> {
  const rows = await client.rows<Omit<MendedVisitor, 'counts'> & { counts: number }>(
    `SELECT link_id, any(workspace) AS workspace_id, toString(day) AS day, visitor, toUInt8(max(NOT is_bot)) AS counts
     FROM (
       SELECT link_id, clicks.workspace_id AS workspace, toDate(time) AS day, visitor, is_bot, ${WAS_BOT} AS was_bot
       FROM clicks WHERE ${OF_LINKS} AND time >= toDateTime64({since:String}, 3, 'UTC')
     )
     GROUP BY link_id, day, visitor HAVING counts != toUInt8(max(NOT was_bot))`,
    { run, since, ...named(links) },
  );
  return rows.map((row) => ({ ...row, counts: row.counts === 1 }));
}

const named = (links: readonly ChangedLink[]) => ({ links: links.map(({ link_id }) => link_id), workspaces: [...new Set(links.map(({ workspace_id }) => workspace_id))] });
