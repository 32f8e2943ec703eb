import type { AnalyticsClient } from './analytics-client';
import { COLUMNS, encodeRow } from './encode-row';

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
  /** Accept-Language and Referer as sent; the country that a CDN told. */
  readonly accept_language: string;
  readonly referer: string;
  readonly cdn_country: string;
  readonly purpose: string;
  readonly method: string;
  readonly trigger: string;
  readonly is_bot: boolean;
  readonly bot_rules: number;
  readonly visitor: string;
  readonly network: string;
  /** What the loader found out from the columns above, by which version of its rules; it can be found out anew. */
  readonly enrichment: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
  /** Two letters: AF AN AS EU NA OC SA. */
  readonly continent: string;
  /** `desktop`, `mobile`, `tablet` and the like. */
  readonly device: string;
  readonly browser: string;
  readonly os: string;
  /** ISO 639, the visitor's first choice, without its region. */
  readonly language: string;
  /** Host of the page the visitor came from, without `www.`. */
  readonly referrer: string;
  /** That page without its query and fragment. */
  readonly referrer_url: string;
}

const TOKEN = /^[\w.:+-]{1,200}$/;

/**
 * One atomic, durable insert, which a later insert with the same token repeats without effect. All rows are of one month,
 * since only an insert into one partition is atomic. The token stands in the statement, not in the client's settings.
 * @param rows each as {@link encodeRow} writes it, in as many pieces as it takes.
 */
export async function insertEncodedClicks(client: AnalyticsClient, token: string, rows: readonly Uint8Array[]): Promise<void> {
  if (!TOKEN.test(token)) throw new RangeError(`not a deduplication token: ${JSON.stringify(token)}`);
  const target = `clicks (${COLUMNS.join(', ')}) SETTINGS insert_deduplication_token = '${token}', async_insert = 0`;
  await client.insertEncoded(target, rows);
}

/** {@link insertEncodedClicks} of rows that are not encoded yet. */
export const insertClicks = (client: AnalyticsClient, token: string, rows: readonly ClickRow[]): Promise<void> =>
  insertEncodedClicks(client, token, [Buffer.from(rows.map(encodeRow).join(''))]);
