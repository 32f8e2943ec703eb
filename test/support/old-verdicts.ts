import { Client } from 'pg';
import { BOT_RULES, type ClickRecord } from '@contexts/clicks';
import { aClick, type ClickPipeline } from './click-pipeline';
import type { TestDatabase } from './postgres';
import { ended, eventually, type Program } from './programs';

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

/** The clicks of people by campaign, as ClickHouse has them and as Postgres counts them. */
export const ofCampaigns = async ({ client, database }: ClickPipeline) => ({
  loaded: await client.rows<{ campaign_id: string; clicks: number }>(
    `SELECT campaign_id, toInt32(countIf(NOT is_bot)) AS clicks FROM clicks WHERE campaign_id != ''
     GROUP BY campaign_id ORDER BY campaign_id`,
  ),
  counted: await database.query<{ campaign_id: string; clicks: number }>(
    'select campaign_id, clicks::int from campaign_counters order by campaign_id collate "C"',
  ),
});

/** Waits until that many clicks are in the table, and as many are counted. */
export const atRest = (clicks: ClickPipeline, count: number) =>
  eventually(async () => {
    const { loaded, counted } = await both(clicks);
    expect([loaded, counted].map((rows) => rows.reduce((sum, row) => sum + row.clicks + row.bot_clicks, 0))).toEqual([
      count,
      count,
    ]);
  });

/** The runs of reclassifications, the first one first. */
export const runsOf = (database: TestDatabase) =>
  database.query('select run, state, counted_through from click_reclassifications order by run');

/** Kills a reclassification of these clicks that has corrected the counters of some links, but not of all. */
export const killBetweenLinks = async (database: TestDatabase, run: () => Promise<Program>): Promise<void> => {
  const other = new Client(database.url);
  await other.connect();
  await other.query("begin; select 1 from link_counters where link_id = 'link_4' for update");
  const program = await run();
  const exit = ended(program);
  await eventually(async () =>
    expect(await runsOf(database)).toEqual([{ run: 1, state: 'counting', counted_through: 'link_2' }]),
  );
  program.child.kill('SIGKILL');
  await exit;
  await other.end();
};
