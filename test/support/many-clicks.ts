import type { AnalyticsClient } from '@platform/analytics-store';

const BATCH = 1_000_000;

/**
 * Creates any number of clicks of a workspace inside ClickHouse: 10,000 links of which a few are hot, one in twenty
 * clicks by a bot, evenly from `start` to `end` (epoch milliseconds), which must be in one month.
 */
export async function makeClicks(
  client: AnalyticsClient,
  workspaceId: string,
  count: number,
  { start, end }: { start: number; end: number },
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    await client.command(`
      INSERT INTO clicks (workspace_id, link_id, time, source, seq, domain_id, revision, tags, destination, utm_source,
        agent, accept_language, referer,
        cdn_country, method, trigger, is_bot, bot_rules, visitor, network, enrichment, country, region, city,
          continent, device, browser, os, language,
        referrer, referrer_url)
      SELECT '${workspaceId}', 'link_' || lower(hex(sipHash128(toUInt64(pow(rand(1) / 4294967296, 3) * 10000)))),
        fromUnixTimestamp64Milli(toInt64(${start} + number * ${(end - start) / count}), 'UTC'), '0manyclicks',
          number + 1, 'dom_default', 3, ['a', 'b'],
        'https://example.com/landing/' || toString(rand(2) % 10000) || '?utm_source=x', 'x',
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
          'en-GB,en;q=0.9', 'https://www.google.com/',
        'DE', 'GET', 'link', number % 20 = 0, 1, hex(rand(3) % 100000), '192.0.2.0/24', 1, 'DE', 'BE', 'Berlin', 'EU',
          'desktop', 'Chrome', 'Linux', 'en',
        'google.com', 'https://www.google.com/'
      FROM numbers(${first}, ${Math.min(BATCH, count - first)})
      SETTINGS max_partitions_per_insert_block = 0`);
  }
}
