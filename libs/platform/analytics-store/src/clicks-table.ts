import type { AnalyticsClient } from './analytics-client';

/** One recorded click as it stands in the table `clicks`; a text that was not known is empty. */
export interface ClickRow {
  readonly workspace_id: string;
  readonly link_id: string;
  /** Seconds since 1970 with three decimals, or `YYYY-MM-DD hh:mm:ss.mmm` in UTC: a number would be refused, a Date cut. */
  readonly time: string;
  /** Which journal wrote it, and as which of its records. */
  readonly source: string;
  readonly seq: number;
  readonly domain_id: string;
  /** Revision of the link's stream, digits. */
  readonly revision: string;
  readonly tags: readonly string[];
  readonly campaign_id: string;
  readonly destination: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_term: string;
  readonly utm_content: string;
  readonly rule: number | null;
  readonly variant: number | null;
  readonly agent: string;
  readonly language: string;
  readonly referrer: string;
  readonly country: string;
  readonly purpose: string;
  readonly method: string;
  readonly trigger: string;
  readonly is_bot: boolean;
  readonly bot_rules: number;
  readonly visitor: string;
  readonly network: string;
}

/** Column types in the order in which rows are written. */
const COLUMNS: Readonly<Record<keyof ClickRow, string>> = {
  workspace_id: 'LowCardinality(String)',
  link_id: 'String',
  time: "DateTime64(3, 'UTC') CODEC(DoubleDelta, LZ4)",
  source: 'LowCardinality(String)',
  seq: 'UInt64 CODEC(Delta, LZ4)',
  domain_id: 'LowCardinality(String)',
  revision: 'UInt64',
  tags: 'Array(LowCardinality(String))',
  campaign_id: 'LowCardinality(String)',
  destination: 'String',
  utm_source: 'LowCardinality(String)',
  utm_medium: 'LowCardinality(String)',
  utm_campaign: 'LowCardinality(String)',
  utm_term: 'LowCardinality(String)',
  utm_content: 'LowCardinality(String)',
  rule: 'Nullable(UInt16)',
  variant: 'Nullable(UInt16)',
  agent: 'String',
  language: 'LowCardinality(String)',
  referrer: 'String',
  country: 'LowCardinality(String)',
  purpose: 'LowCardinality(String)',
  method: 'LowCardinality(String)',
  trigger: 'LowCardinality(String)',
  is_bot: 'Bool',
  bot_rules: 'UInt16',
  visitor: 'String',
  network: 'LowCardinality(String)',
};
const NAMES = Object.keys(COLUMNS) as (keyof ClickRow)[];

/**
 * `visit` is what a unique click is counted by: link, UTC day and visitor. The window of deduplication holds the tokens
 * of the last 10,000 inserts; the two fsync settings make an insert durable before it is answered.
 */
export const CREATE_CLICKS = `
  CREATE TABLE IF NOT EXISTS clicks (
    ${NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(',\n    ')},
    visit UInt64 MATERIALIZED sipHash64(link_id, toYYYYMMDD(time), visitor)
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(time)
  ORDER BY (workspace_id, link_id, time)
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`;

const TOKEN = /^[\w.:+-]{1,200}$/;

/** Half a surrogate pair, which JSON can carry and UTF-8 cannot, must not make a block unloadable for ever. */
const TOLERANT = 'input_format_json_throw_on_bad_escape_sequence = 0';

/**
 * One atomic, durable insert, which a later insert with the same token repeats without effect. All rows are of one month,
 * since only an insert into one partition is atomic. The token stands in the statement, not in the client's settings.
 */
export async function insertClicks(client: AnalyticsClient, token: string, rows: readonly ClickRow[]): Promise<void> {
  if (!TOKEN.test(token)) throw new RangeError(`not a deduplication token: ${JSON.stringify(token)}`);
  const target = `clicks (${NAMES.join(', ')}) SETTINGS insert_deduplication_token = '${token}', async_insert = 0, ${TOLERANT}`;
  await client.insert(target, rows.map((row) => NAMES.map((name) => row[name])));
}
