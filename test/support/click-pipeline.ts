import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeClick, encodeLink, encodeVisit, encodeWho, type ClickRecord } from '@contexts/clicks';
import { createAnalyticsClient, engineSocketPath, type AnalyticsClient } from '@platform/analytics-store';
import { openJournal, type Journal } from '@platform/click-log';
import { MIGRATIONS } from '@platform/process';
import { createReadStore, type ReadStore } from '@platform/read-store';
import { CHILD_ENVIRONMENT } from '../../apps/clicks/src/journal/start-clicks';
import { insist } from './insist';
import { withPostgres, type TestDatabase } from './postgres';
import { endPrograms, startProgram, testFolder, type Program } from './programs';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A journal refuses more than 20,000 records at once. */
const WAVE = 10_000;

export interface Counted {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
}

export interface LinkFigures extends Counted {
  readonly link_id: string;
  /** Milliseconds since 1970 UTC of the last click by a person; 0 without one. */
  readonly last_clicked: number;
}

/** A separate click log with the loader's state beside it, all in one Postgres database. */
export interface ClickPipeline {
  readonly directory: string;
  readonly stateDirectory: string;
  readonly database: TestDatabase;
  readonly client: AnalyticsClient;
  /** A journal writing to the log; each has its own source. */
  journal(): Promise<Journal>;
  /** Writes clicks and seals them. */
  write(clicks: readonly ClickRecord[]): Promise<void>;
  /**
   * Starts the loader and the counters; `killAt` (`<failpoint>:<n>`) kills it when it reaches that failpoint for the
   * n-th time.
   */
  start(killAt?: string, env?: Readonly<Record<string, string>>): Promise<Program>;
  /** What ClickHouse has of a workspace: rows, and distinct records. */
  loaded(workspaceId: string): Promise<{ readonly rows: number; readonly distinct: number }>;
  counted(workspaceId: string): Promise<Counted>;
  /** The same counts of each link from both sides, in the order of link ids: ClickHouse's, and the counters'. */
  byLink(
    workspaceId: string,
  ): Promise<{ readonly clickhouse: readonly LinkFigures[]; readonly counters: readonly LinkFigures[] }>;
  /** Closes the client and removes the engine's socket, once the loader is gone. */
  close(): Promise<void>;
}

/** Created once for a spec file: the database takes a second to start. */
export async function withClickCounters(): Promise<{
  database: TestDatabase;
  store: ReadStore;
  close(): Promise<void>;
}> {
  const database = await withPostgres();
  const store = await insist(() => createReadStore({ url: database.url, log: quiet, extraMigrations: MIGRATIONS }));
  return {
    database,
    store,
    close: async () => {
      await store.close();
      await database.close();
    },
  };
}

/** For a spec file: makes pipelines on one database, which are closed after each test. */
export const usePipelines = () => {
  const folder = testFolder();
  const pipelines: ClickPipeline[] = [];
  let shared: Awaited<ReturnType<typeof withClickCounters>>;
  beforeAll(async () => void (shared = await withClickCounters()));
  afterEach(async () => {
    await endPrograms();
    await Promise.all(pipelines.splice(0).map((made) => made.close()));
  });
  afterAll(() => shared.close());
  /** @param dataDir as for {@link clickPipeline} */
  const pipeline = (dataDir?: string) => {
    const made = clickPipeline(folder, shared.database, dataDir);
    pipelines.push(made);
    return made;
  };
  return { folder, pipeline, database: () => shared.database };
};

/** A data directory as of a product that has no clicks yet. */
export const emptyDataDir = (folder: string): string => {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  for (const part of ['clicks', 'analytics']) mkdirSync(join(dataDir, part));
  return dataDir;
};

/** `count` clicks on five links by 40 visitors, one in ten by a bot, a millisecond apart. */
export const crowd = (workspace_id: string, count: number): ClickRecord[] =>
  Array.from({ length: count }, (_, index) =>
    aClick({
      workspace_id,
      link_id: `${workspace_id}_${index % 5}`,
      at: aClick().at + index,
      visitor: `v${index % 40}`,
      is_bot: index % 10 === 0,
    }),
  );

/**
 * @param dataDir laid out as a product's data directory; absent: in new folders
 * @param server of the server to load into; absent: the embedded engine of the loader that `start` starts
 */
export function clickPipeline(
  folder: string,
  database: TestDatabase,
  dataDir?: string,
  server?: AnalyticsClient,
): ClickPipeline {
  const directory = dataDir === undefined ? mkdtempSync(join(folder, 'clicks-')) : join(dataDir, 'clicks');
  const stateDirectory = dataDir === undefined ? mkdtempSync(join(folder, 'state-')) : join(dataDir, 'analytics');
  const client = server ?? createAnalyticsClient({ socketPath: engineSocketPath(stateDirectory), timeout: 120_000 });
  const journal = () => openJournal({ directory, log: quiet });
  return {
    directory,
    stateDirectory,
    database,
    client,
    journal,
    write: async (clicks) => {
      const open = await journal();
      for (let first = 0; first < clicks.length; first += WAVE) {
        await Promise.all(clicks.slice(first, first + WAVE).map((click) => open.append(encode(click), click.at)));
      }
      await open.close();
    },
    start: (killAt, env = {}) =>
      startProgram('test/fixtures/processes/clicks.ts', [], {
        CLICKS_DIR: directory,
        CLICKS_STATE_DIR: stateDirectory,
        DATABASE_URL: database.url,
        ...CHILD_ENVIRONMENT,
        ...(killAt !== undefined && { CLICKS_TEST_KILL: killAt }),
        ...env,
      }),
    loaded: async (workspaceId) => {
      const sql =
        'SELECT count() AS rows, uniqExact(source, seq) AS distinct FROM clicks ' +
        'WHERE workspace_id = {workspace:String}';
      const [row] = await client.rows<{ rows: string; distinct: string }>(sql, { workspace: workspaceId });
      return { rows: Number(row?.rows), distinct: Number(row?.distinct) };
    },
    counted: async (workspaceId) => {
      const sql = `select coalesce(sum(clicks), 0)::int as clicks,
          coalesce(sum(unique_clicks), 0)::int as unique_clicks,
        coalesce(sum(bot_clicks), 0)::int as bot_clicks from link_counters where workspace_id = $1`;
      const [row] = await database.query<{ [count in keyof Counted]: number }>(sql, [workspaceId]);
      return row ?? { clicks: 0, unique_clicks: 0, bot_clicks: 0 };
    },
    byLink: async (workspaceId) => {
      const loaded = `SELECT link_id, toInt32(countIf(NOT is_bot)) AS clicks,
          toInt32(uniqExactIf(visit, NOT is_bot)) AS unique_clicks,
        toInt32(countIf(is_bot)) AS bot_clicks, toFloat64(maxIf(toUnixTimestamp64Milli(time),
          NOT is_bot)) AS last_clicked
        FROM clicks WHERE workspace_id = {workspace:String} GROUP BY link_id ORDER BY link_id`;
      const counted = `select link_id, clicks::int, unique_clicks::int, bot_clicks::int,
        coalesce(extract(epoch from last_clicked_at) * 1000, 0)::float8 as last_clicked
        from link_counters where workspace_id = $1 order by link_id collate "C"`;
      return {
        clickhouse: await client.rows<LinkFigures>(loaded, { workspace: workspaceId }),
        counters: await database.query<LinkFigures & Record<string, unknown>>(counted, [workspaceId]),
      };
    },
    close: async () => {
      await client.close();
      rmSync(dirname(engineSocketPath(stateDirectory)), { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

export const encode = (record: ClickRecord): string =>
  encodeClick(record.at, encodeLink(record), encodeWho(record), encodeVisit(record));

/** A click by a browser on 21 November 2026, 10:00 UTC, by default. */
export const aClick = (change: Partial<ClickRecord> = {}): ClickRecord => ({
  at: Date.UTC(2026, 10, 21, 10),
  link_id: 'link_1',
  workspace_id: 'ws_1',
  domain_id: 'dom_default',
  revision: '3',
  tags: ['a', 'b'],
  campaign_id: null,
  destination: 'https://example.com/landing?utm_source=x',
  utm_source: 'x',
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  visitor: 'visitor',
  network: '192.0.2.0/24',
  agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  is_bot: false,
  bot_rules: 1,
  rule: null,
  variant: null,
  language: 'en-GB,en;q=0.9',
  referrer: 'https://www.google.com/',
  purpose: '',
  country: 'DE',
  method: 'GET',
  trigger: 'link',
  ...change,
});
