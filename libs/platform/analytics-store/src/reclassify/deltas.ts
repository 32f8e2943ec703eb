import type { AnalyticsClient } from '../analytics-client';

/** By how much a link's counters change because verdicts on its clicks were reversed. */
export interface LinkDelta {
  readonly link_id: string;
  /** Change of people's clicks; bots' clicks change by the opposite. */
  readonly clicks: number;
  readonly unique_clicks: number;
  /** Of people, RFC 3339; null when there is none. */
  readonly last_clicked_at: string | null;
}

/** By how much a campaign's clicks by people change because verdicts on clicks of some links were reversed. */
export interface CampaignDelta {
  readonly campaign_id: string;
  readonly workspace_id: string;
  readonly clicks: number;
}

/** A visitor who starts or stops to count on that UTC day because of reversed verdicts. */
export interface MendedVisitor {
  readonly link_id: string;
  readonly workspace_id: string;
  readonly day: string;
  readonly visitor: string;
  readonly counts: boolean;
}

/**
 * SQL, for a derivation of `is_bot`: marks the clicks whose verdict a run reverses. If the same run, repeated with
 * newer rules after a crash, restores a verdict, it unmarks the click.
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

/** The next links, by id, with clicks whose verdict a run has reversed. */
export const changedLinks = (
  client: AnalyticsClient,
  run: number,
  after: string,
  limit: number,
): Promise<ChangedLink[]> =>
  client.rows<ChangedLink>(
    `SELECT link_id, any(clicks.workspace_id) AS workspace_id FROM clicks WHERE reclassified = {run:UInt32}
        AND link_id > {after:String}
     GROUP BY link_id ORDER BY link_id LIMIT {limit:UInt32}`,
    { run, after, limit },
  );

/**
 * One row for each visit with a click whose verdict was reversed, and one for all other visits of the link. The
 * subquery reads the visits first, which changes nothing: clicks that are loaded meanwhile are of no run.
 */
const VISITS = `
  SELECT link_id, any(clicks.workspace_id) AS workspace, toDate(min(time)) AS day, any(visitor) AS visitor,
    maxIf(time, NOT is_bot) AS last,
    countIf(NOT is_bot) AS people, countIf(NOT ${WAS_BOT}) AS people_before
  FROM clicks WHERE ${OF_LINKS}
  GROUP BY link_id, if(visit IN (SELECT visit FROM clicks WHERE ${OF_LINKS} AND reclassified = {run:UInt32}), visit,
    0)`;

const CHANGES = `
  SELECT link_id, toInt64(sum(people)) - toInt64(sum(people_before)) AS clicks,
    toInt64(countIf(people > 0)) - toInt64(countIf(people_before > 0)) AS unique_clicks,
      toUnixTimestamp64Milli(max(last)) AS last_click,
    groupArrayIf((workspace, toString(day), visitor, people > 0), day >= toDate({since:String})
      AND (people > 0) != (people_before > 0)) AS visitors
  FROM (${VISITS}) GROUP BY link_id`;

/** Reads only reversed clicks: those that are loaded meanwhile are of no run. */
const CAMPAIGN_CHANGES = `
  SELECT campaign_id, workspace_id, toInt64(countIf(NOT is_bot)) - toInt64(countIf(is_bot)) AS clicks
  FROM clicks WHERE ${OF_LINKS} AND reclassified = {run:UInt32} AND campaign_id != ''
  GROUP BY campaign_id, workspace_id`;

interface Changes {
  readonly link_id: string;
  readonly clicks: string;
  readonly unique_clicks: string;
  readonly last_click: string;
  readonly visitors: readonly (readonly [workspaceId: string, day: string, visitor: string, counts: number])[];
}

/**
 * What a run changes for these links. One statement reads counters and visitors from the same clicks: a click that only
 * one of two statements sees would be counted as a visitor's first by both, or by neither.
 * @param since a UTC day (`2026-11-21`): no reader remembers visitors of earlier days.
 */
export async function correctionOf(
  client: AnalyticsClient,
  run: number,
  links: readonly ChangedLink[],
  since: string,
): Promise<{
  readonly deltas: LinkDelta[];
  readonly campaigns: CampaignDelta[];
  readonly visitors: MendedVisitor[];
}> {
  const rows = await client.rows<Changes>(CHANGES, { run, since, ...named(links) });
  const ofCampaigns = await client.rows<Omit<CampaignDelta, 'clicks'> & { clicks: string }>(CAMPAIGN_CHANGES, {
    run,
    ...named(links),
  });
  return {
    campaigns: ofCampaigns.map((delta) => ({ ...delta, clicks: Number(delta.clicks) })),
    deltas: rows.map(({ link_id, clicks, unique_clicks, last_click }) => ({
      link_id,
      clicks: Number(clicks),
      unique_clicks: Number(unique_clicks),
      last_clicked_at: Number(last_click) > 0 ? new Date(Number(last_click)).toISOString() : null,
    })),
    visitors: rows.flatMap(({ link_id, visitors }) =>
      visitors.map(([workspace_id, day, visitor, counts]) => ({
        link_id,
        workspace_id,
        day,
        visitor,
        counts: counts === 1,
      })),
    ),
  };
}

const named = (links: readonly ChangedLink[]) => ({
  links: links.map(({ link_id }) => link_id),
  workspaces: [...new Set(links.map(({ workspace_id }) => workspace_id))],
});
