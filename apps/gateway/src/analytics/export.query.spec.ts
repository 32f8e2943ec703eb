import type { AnalyticsClient } from '@platform/analytics-store';
import { useClicks } from '../../../../test/support/analytics-store';
import { openExport } from './export.query';

const CLICKS = 30_000;
/** Characters of each click's destination: 420 MB in all. */
const LONG = 14_000;
const WITHIN = 300_000_000;

describe('an export', () => {
  const store = useClicks([]);
  beforeAll(async () => {
    // More names than clicks, so that the engine would rather keep the clicks in memory.
    await store.client.command(
      `INSERT INTO link_names SELECT 'ws_1', concat('link_', toString(number)), 'go.example', toString(number)
       FROM numbers(${2 * CLICKS})`,
    );
    await store.client.command(
      `INSERT INTO clicks (workspace_id, link_id, time, source, seq, destination)
       SELECT 'ws_1', 'link_7', toDateTime64('2026-11-21 08:00:00', 3, 'UTC') + number / 1000, 'source', number,
         concat('https://example.com/', toString(number), repeat('x', ${LONG}))
       FROM numbers(${CLICKS}) SETTINGS max_block_size = 1000`,
    );
  });

  it.each(['csv', 'ndjson', 'parquet'] as const)('as %s takes less memory than its clicks', async (format) => {
    const client: AnalyticsClient = {
      ...store.client,
      stream: (sql, ...more) => store.client.stream(`${sql}, max_memory_usage = ${WITHIN}`, ...more),
    };
    const window = { start: Date.UTC(2026, 10, 21), end: Date.UTC(2026, 10, 22) };
    const selection = { workspaceId: 'ws_1', filters: {}, includeBots: true };
    const file = await openExport({ client, window, format, safe: true, scheme: 'https:', ...selection });
    let bytes = 0;
    for await (const chunk of file as AsyncIterable<Buffer>) bytes += chunk.length;
    if (format !== 'parquet') expect(bytes).toBeGreaterThan(CLICKS * LONG);
  });
});
