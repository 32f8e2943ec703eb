import { join } from 'node:path';
import {
  createAnalyticsClient,
  insertClicks,
  migrateAnalytics,
  type AnalyticsClient,
  type ClickRow,
} from '@platform/analytics-store';
import { endPrograms, startProgram, testFolder } from './programs';

/** For a statement on a busy machine. */
export const PATIENCE_MS = 120_000;

/** ClickHouse's engine in a separate process with these clicks in it, for the specs of a file. */
export const useClicks = (rows: readonly ClickRow[]): { readonly client: AnalyticsClient } => {
  const folder = testFolder();
  const socketPath = join(folder, 's', 'http.sock');
  const client = createAnalyticsClient({ socketPath, timeout: PATIENCE_MS });
  beforeAll(async () => {
    await startProgram('test/fixtures/processes/clickhouse.ts', [join(folder, 'chdb'), socketPath]);
    await migrateAnalytics(client);
    for (const month of new Set(rows.map(({ time }) => time.slice(0, 7)))) {
      await insertClicks(
        client,
        `clicks-${month}`,
        rows.filter(({ time }) => time.startsWith(month)),
      );
    }
  });
  afterAll(async () => {
    await client.close();
    await endPrograms();
  });
  return { client };
};

let seq = 0;

/**
 * A click by a person in Berlin on link_a of ws_1 by default.
 * @param time `YYYY-MM-DD hh:mm:ss.mmm`, UTC
 */
export const aClickRow = (time: string, change: Partial<Omit<ClickRow, 'time'>> = {}): ClickRow => ({
  workspace_id: 'ws_1',
  link_id: 'link_a',
  time,
  source: 'source',
  seq: (seq += 1),
  domain_id: 'dom_default',
  revision: '0',
  tags: [],
  campaign_id: '',
  destination: 'https://example.com/',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  rule: null,
  variant: null,
  agent: 'Mozilla/5.0',
  accept_language: 'en',
  referer: '',
  cdn_country: 'DE',
  purpose: '',
  method: 'GET',
  trigger: 'link',
  is_bot: false,
  bot_rules: 1,
  visitor: 'v1',
  network: '',
  enrichment: 1,
  country: 'DE',
  region: 'Berlin',
  city: 'Berlin',
  continent: 'EU',
  device: 'desktop',
  browser: 'Firefox',
  os: 'Linux',
  language: 'en',
  referrer: '',
  referrer_url: '',
  ...change,
});
