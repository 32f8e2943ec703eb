import { join } from 'node:path';
import { type AnalyticsClient, createAnalyticsClient, migrateAnalytics } from './index';
import { createClicks } from './migrations/clicks';
import { renameSent } from './migrations/dimensions';
import { PATIENCE_MS } from '../../../../test/support/analytics-store';
import { endPrograms, startProgram, testFolder } from '../../../../test/support/programs';

afterAll(endPrograms);
const folder = testFolder();
const socketPath = join(folder, 's', 'http.sock');
let client: AnalyticsClient;

beforeAll(async () => {
  await startProgram('test/fixtures/processes/clickhouse.ts', [join(folder, 'chdb'), socketPath]);
  client = createAnalyticsClient({ socketPath, timeout: PATIENCE_MS });
});
const dropAll = async () => {
  for (const table of ['clicks', 'schema_migrations']) await client.command(`DROP TABLE IF EXISTS ${table} SYNC`);
};
beforeEach(dropAll);
afterAll(() => client.close());

/** The table as version 1 created and filled it: its columns had the names of the headers. */
const versionOne = async () => {
  await client.command(createClicks);
  await client.command(`INSERT INTO clicks (workspace_id, link_id, time, source, seq, agent, language, referrer,
      country, is_bot, bot_rules, visitor, network)
    SELECT 'ws_1', 'link_1', toDateTime64('2026-10-05 10:00:00.123', 3, 'UTC') + INTERVAL number DAY, 's', number,
      'Mozilla/5.0', 'de-DE,de', 'https://a.example/', 'DE', true, 1, 'v', '192.0.2.0/24'
    FROM numbers(60)`);
};

const SENT =
  "accept_language = 'de-DE,de' AND referer = 'https://a.example/' AND cdn_country = 'DE' AND is_bot AND network = " +
  "'192.0.2.0/24' AND visit != 0";
const FOUND =
  "enrichment = 0 AND language = '' AND referrer = '' AND country = '' AND city = '' AND device = '' AND " +
  'reclassified = 0';

const expectPresent = async () => {
  expect(
    await client.rows(
      `SELECT count() AS clicks, countIf(${SENT}) AS sent, countIf(${FOUND}) AS found, uniqExact(seq) AS distinct ` +
        `FROM clicks`,
    ),
  ).toEqual([{ clicks: '60', sent: '60', found: '60', distinct: '60' }]);
  expect(await client.rows('SELECT DISTINCT version FROM schema_migrations ORDER BY version')).toEqual(
    expect.arrayContaining([{ version: 1 }, { version: 2 }, { version: 3 }]),
  );
};

/** Ends like a process that dies after that many commands and inserts. */
const dyingAfter = (count: number): AnalyticsClient => {
  let left = count;
  const step = async <T>(act: () => Promise<T>): Promise<T> => {
    if (left === 0) throw new Error('killed');
    left -= 1;
    return act();
  };
  return {
    ...client,
    command: (sql, params) => step(() => client.command(sql, params)),
    insert: (target, rows) => step(() => client.insert(target, rows)),
  };
};

describe('the table of clicks', () => {
  it('is migrated from version 1 and keeps every click with what was sent', async () => {
    await versionOne();
    await migrateAnalytics(client);
    await expectPresent();
  });

  it('is migrated even if a migration is killed after any of its statements', async () => {
    let kills = 0;
    for (let killed = true; killed; kills += 1) {
      await dropAll();
      await versionOne();
      killed = await migrateAnalytics(dyingAfter(kills)).then(
        () => false,
        (error: Error) => error.message === 'killed',
      );
      await migrateAnalytics(client);
      await expectPresent();
    }
    expect(kills).toBeGreaterThan(7);
  });

  it('is the same when migrated again and when created anew', async () => {
    const columns = () =>
      client.rows(
        "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'clicks' ORDER BY name",
      );
    await versionOne();
    await migrateAnalytics(client);
    const migrated = await columns();
    await migrateAnalytics(client);
    expect(await columns()).toEqual(migrated);
    await dropAll();
    await migrateAnalytics(client);
    expect(await columns()).toEqual(migrated);
  });

  it('is merged with buffers that are as large as what they hold, and the engine begins no merge above its share', async () => {
    await versionOne();
    await migrateAnalytics(client);
    const [{ create_table_query: table } = { create_table_query: '' }] = await client.rows<{
      create_table_query: string;
    }>("SELECT create_table_query FROM system.tables WHERE database = currentDatabase() AND name = 'clicks'");
    expect(table).toContain('min_columns_to_activate_adaptive_write_buffer = 1');
    expect(
      await client.rows(
        "SELECT value FROM system.server_settings WHERE name = 'merges_mutations_memory_usage_soft_limit'",
      ),
    ).toEqual([{ value: '300000000' }]);
  });

  it('cannot be renamed twice, so the migration checks first', async () => {
    await versionOne();
    await migrateAnalytics(client);
    await expect(client.command(renameSent)).rejects.toThrow(/language/);
  });

  it('of a newer version is refused without any change', async () => {
    await migrateAnalytics(client);
    await client.insert('schema_migrations (version, name)', [[999, 'later']]);
    await client.command('DROP TABLE clicks SYNC');
    await expect(migrateAnalytics(client)).rejects.toThrow(
      /^The ClickHouse database was written by a newer Waymark .*version 999/,
    );
    expect(
      await client.rows("SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'clicks'"),
    ).toEqual([]);
  });
});
