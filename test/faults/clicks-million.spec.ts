import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalyticsClient, engineSocketPath, type AnalyticsClient } from '@platform/analytics-store';
import { eventually } from '../support/programs';
import { atScale } from '../support/scale';
import { api, type Product, startWaymark } from '../support/waymark';
import { NumberedClient } from './numbered-clients';
import { inDatabaseOf, killHard, loaderOf, postgresOf, processesOf } from './processes';

/** The full scale is `npm run test:clicks`: it takes some minutes. */
const CLICKS = atScale(12_000, 1_000_000);
const KILLS = atScale(4, 60);
const CLIENTS = 48;
const LINKS = 5;

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** What is killed. Each of them once before any a second time. */
const VICTIMS = ['the click loader', 'Postgres', 'the node process', 'every process'] as const;
type Victim = (typeof VICTIMS)[number];

describe(`${CLICKS} clicks by numbered clients while every process is killed at random`, () => {
  let product: Product;
  let analytics: AnalyticsClient;
  const clients: NumberedClient[] = [];
  let printed = '';
  const acknowledged = () => clients.reduce((sum, client) => sum + client.acknowledged.length, 0);

  beforeAll(async () => {
    product = await startWaymark();
    analytics = createAnalyticsClient({
      socketPath: engineSocketPath(join(product.dataDir, 'analytics')),
      timeout: 60_000,
    });
    const client = api(product, product.bootstrap.api_key);
    for (let n = 0; n < LINKS; n += 1) {
      const { status } = await client.post('/v1/links', {
        destination_url: 'https://example.com/',
        alias: `numbered-${n}`,
      });
      expect(status).toBe(201);
    }
    for (let n = 0; n < CLIENTS; n += 1) {
      clients.push(
        new NumberedClient({
          port: product.port,
          client: n,
          alias: `numbered-${n % LINKS}`,
          agent: n % 8 === 0 ? `curl/8.${n}` : `${BROWSER} Visitor/${n}`,
        }),
      );
    }
  });

  afterAll(async () => {
    await analytics.close();
    await product.stop();
    await eventually(() => expect(processesOf(product.dataDir)).toEqual([]));
    rmSync(product.dataDir, { recursive: true, force: true, maxRetries: 10 });
  });

  const kill = async (victim: Victim): Promise<void> => {
    const { dataDir, port, bootstrap, pid } = product;
    if (victim === 'the click loader') return killHard([loaderOf(pid)]);
    if (victim === 'Postgres') return killHard([postgresOf(pid)]);
    killHard(victim === 'every process' ? processesOf(dataDir) : [pid]);
    await product.kill('SIGKILL');
    printed += product.output();
    product = { ...(await startWaymark({ dataDir, port })), bootstrap };
  };

  it(
    'loses no answered click, doubles none, and has counters that agree with analytics',
    async () => {
      const began = performance.now();
      const clicking = clients.map((client) => client.run(() => acknowledged() < CLICKS));
      const order = Array.from({ length: KILLS }, (_, index) => (index % VICTIMS.length === 0 ? shuffled(VICTIMS) : []))
        .flat()
        .slice(0, KILLS);
      for (const [index, victim] of order.entries()) {
        const from = ((index + Math.random()) / (KILLS + 1)) * CLICKS;
        await eventually(() => expect(acknowledged()).toBeGreaterThanOrEqual(from), 10 * 60_000);
        // A recently killed child may not be back yet.
        await eventually(() => kill(victim));
      }
      await Promise.all(clicking);
      const clicked = (performance.now() - began) / 1_000;
      await allCounted();
      expect(await differences()).toEqual({ lost: 0, doubled: 0, strangers: 0 });
      const { loaded, counted } = await byLink();
      expect(counted).toEqual(loaded);
      expect(printed + product.output()).not.toMatch(/the audit found/);
      const unsure = clients.reduce((sum, client) => sum + client.unsure.length, 0);
      console.log(
        `${acknowledged()} clicks answered in ${clicked.toFixed(0)} s, ${unsure} unsure, ${order.length} kills; ` +
          `${((performance.now() - began) / 1_000) | 0} s in all`,
      );
    },
    atScale(900_000, 3_600_000),
  );

  /**
   * Until both readers have come to the end of the log. Clicks that are unsure may be rows, so a number of rows does not
   * say that those that were answered are among them.
   */
  const allCounted = async (): Promise<void> => {
    let before = -1;
    await eventually(async () => {
      const { loaded, counted } = await byLink();
      const [rows, counts] = [loaded, counted].map((side) =>
        side.reduce((sum, link) => sum + link.clicks + link.bot_clicks, 0),
      ) as [number, number];
      const settled = rows === before && rows === counts && rows >= acknowledged();
      before = rows;
      if (!settled) throw new Error(`${rows} rows and ${counts} counted of ${acknowledged()}`);
      const { lost } = await differences();
      if (lost > 0) throw new Error(`${rows} rows, in which ${lost} clicks that were answered are missing`);
    }, 300_000);
  };

  const differences = async () => {
    const found = { lost: 0, doubled: 0, strangers: 0 };
    for (const [number, client] of clients.entries()) {
      const sql =
        "SELECT toUInt32(extract(destination, 'n=([0-9]+)')) AS n FROM clicks " +
        "WHERE extract(destination, 'c=([0-9]+)') = {client:String}";
      const rows = (await analytics.rows<{ n: number }>(sql, { client: String(number) })).map(({ n }) => n);
      const kept = new Set(rows);
      const known = new Set([...client.acknowledged, ...client.unsure]);
      found.doubled += rows.length - kept.size;
      found.lost += client.acknowledged.filter((n) => !kept.has(n)).length;
      found.strangers += [...kept].filter((n) => !known.has(n)).length;
    }
    return found;
  };

  const byLink = async () => {
    interface Figures {
      link_id: string;
      clicks: number;
      unique_clicks: number;
      bot_clicks: number;
      last_clicked: number;
    }
    const loaded = await analytics.rows<Figures>(`
      SELECT link_id, toInt32(countIf(NOT is_bot)) AS clicks, toInt32(uniqExactIf(visit, NOT is_bot)) AS unique_clicks,
        toInt32(countIf(is_bot)) AS bot_clicks, toFloat64(maxIf(toUnixTimestamp64Milli(time),
          NOT is_bot)) AS last_clicked
      FROM clicks GROUP BY link_id ORDER BY link_id`);
    const counted = await inDatabaseOf<Figures & Record<string, unknown>>(
      product,
      `
      select link_id, clicks::int, unique_clicks::int, bot_clicks::int,
        coalesce(extract(epoch from last_clicked_at) * 1000, 0)::float8 as last_clicked
      from link_counters order by link_id collate "C"`,
    );
    return { loaded, counted };
  };
});

const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
