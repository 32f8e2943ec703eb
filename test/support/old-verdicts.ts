import { BOT_RULES, type ClickRecord } from '@contexts/clicks';
import { aClick, type ClickPipeline } from './click-pipeline';
import { eventually } from './programs';

export const CURL = 'curl/8.5.0';
const DAY_MS = 86_400_000;
export const NOW = Date.UTC(2026, 10, 21, 10);

/**
 * Clicks as older rules judged them: those took curl for a person, Firefox for a bot and knew no prefetch. Ten links, a
 * week, visitors with one agent each, some of whom prefetched before they came.
 */
export const judgedByOldRules = (count: number): ClickRecord[] =>
  Array.from({ length: count }, (_, index) => {
    const visitor = index % 37;
    const agent =
      [CURL, aClick().agent, 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'][visitor % 3] ??
      '';
    return aClick({
      at: NOW - Math.floor((1 - index / count) * 7 * DAY_MS),
      link_id: `link_${index % 10}`,
      workspace_id: `ws_${index % 2}`,
      visitor: `v${visitor}`,
      agent,
      purpose: index % 11 === 0 ? 'prefetch' : '',
      is_bot: agent.includes('Firefox'),
      bot_rules: 0,
    });
  });

export const judgedByNewRules = (count: number): ClickRecord[] =>
  Array.from({ length: count }, (_, index) =>
    aClick({
      at: NOW,
      link_id: `link_${index % 12}`,
      workspace_id: `ws_${index % 2}`,
      visitor: `v${index % 50}`,
      bot_rules: BOT_RULES,
    }),
  );

const COUNTED =
  'select link_id, clicks::int, unique_clicks::int, bot_clicks::int, last_clicked_at from link_counters ' +
  'order by link_id collate "C"';
const LOADED = `SELECT link_id, countIf(NOT is_bot) AS clicks, uniqExactIf(visit, NOT is_bot) AS unique_clicks,
    countIf(is_bot) AS bot_clicks,
  toUnixTimestamp64Milli(maxIf(time, NOT is_bot)) AS last FROM clicks GROUP BY link_id ORDER BY link_id`;

/** The counters of every link, by its clicks in the table and by Postgres. */
export const both = async ({ client, database }: ClickPipeline) => {
  const loaded = await client.rows<{
    link_id: string;
    clicks: string;
    unique_clicks: string;
    bot_clicks: string;
    last: string;
  }>(LOADED);
  const counted = await database.query<{
    link_id: string;
    clicks: number;
    unique_clicks: number;
    bot_clicks: number;
    last_clicked_at: Date | null;
  }>(COUNTED);
  return {
    loaded: loaded.map(({ link_id, clicks, unique_clicks, bot_clicks, last }) => ({
      link_id,
      clicks: Number(clicks),
      unique_clicks: Number(unique_clicks),
      bot_clicks: Number(bot_clicks),
      last_clicked_at: Number(last),
    })),
    counted: counted.map((row) => ({ ...row, last_clicked_at: row.last_clicked_at?.getTime() ?? 0 })),
  };
};

/** Waits until that many clicks are in the table, and as many are counted. */
export const atRest = (clicks: ClickPipeline, count: number) =>
  eventually(async () => {
    const { loaded, counted } = await both(clicks);
    expect([loaded, counted].map((rows) => rows.reduce((sum, row) => sum + row.clicks + row.bot_clicks, 0))).toEqual([
      count,
      count,
    ]);
  });
