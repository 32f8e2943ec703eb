import {
  type AppProcess,
  type ClickhouseProcess,
  type Cluster,
  SHORT_HOST,
  startClickhouse,
  startCluster,
} from '../support/cluster';
import { type KafkaBroker, skipReason, startKafkaBroker } from '../support/kafka-broker';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { endPrograms, eventually } from '../support/programs';
import { api, send } from '../support/waymark';

interface Link {
  readonly id: string;
}
interface Analytics {
  readonly totals: { readonly clicks: number };
  readonly as_of: string;
}

const why = skipReason();
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';

const inACluster = (): void => {
  let database: TestDatabase;
  let clickhouse: ClickhouseProcess;
  let broker: KafkaBroker;
  let cluster: Cluster;
  let link: Link;
  /** When each visit was answered. */
  const visits: number[] = [];

  beforeAll(async () => {
    [database, clickhouse, broker] = await Promise.all([withPostgres(), startClickhouse(), startKafkaBroker()]);
    cluster = await startCluster({
      databaseUrl: database.url,
      clickhouseUrl: clickhouse.url,
      kafkaBrokers: broker.brokers.join(','),
      count: { clicks: 2, scheduler: 0 },
    });
    const made = await api(cluster.one('gateway'), cluster.bootstrap.api_key).post<Link>('/v1/links', {
      destination_url: 'https://example.com/',
      alias: 'seen',
    });
    link = made.body;
  });

  afterAll(async () => {
    await cluster?.stop();
    await endPrograms();
    await broker?.close();
    await clickhouse?.stop();
    await database?.close();
  });

  const redirectors = (): readonly AppProcess[] => cluster.of('redirector');
  const visit = async (): Promise<void> => {
    const redirector = redirectors().at(-1) ?? cluster.one('redirector');
    const { status } = await send(redirector, 'GET', '/seen', {
      headers: { host: SHORT_HOST, 'user-agent': BROWSER, connection: 'close' },
    });
    expect(status).toBe(302);
    visits.push(Date.now());
  };
  const analytics = async (): Promise<Analytics> => {
    const { status, body } = await api(cluster.one('gateway'), cluster.bootstrap.api_key).get<Analytics>(
      `/v1/analytics/links/${link.id}?range=all`,
    );
    expect(status).toBe(200);
    // Analytics contain everything up to as_of.
    const before = Date.parse(body.as_of);
    expect(body.totals.clicks).toBeGreaterThanOrEqual(visits.filter((at) => at < before).length);
    return body;
  };
  const allVisible = () =>
    eventually(async () => expect((await analytics()).totals.clicks).toBe(visits.length), 60_000);
  /** As_of moves past the current time. */
  const passed = async (moment = Date.now()) =>
    eventually(async () => expect(Date.parse((await analytics()).as_of)).toBeGreaterThan(moment));

  it('shows a single click without waiting for others', async () => {
    await visit();
    await allVisible();
    const took: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const began = performance.now();
      await visit();
      await allVisible();
      took.push(Math.round(performance.now() - began));
    }
    console.log(`a click is visible after ${took.join(', ')} ms`);
  });

  it('advances as_of while there are no clicks', async () => {
    await passed();
    await passed();
  });

  it('redirects while Kafka is down, holds as_of back, and has every click afterwards', async () => {
    await broker.kill();
    const downAt = Date.now();
    for (let n = 0; n < 40; n += 1) await visit();
    await eventually(async () => {
      const { text } = await send(cluster.one('redirector').status, 'GET', '/metrics');
      expect(Number(/^clicks_send_behind_seconds ([\d.]+)$/m.exec(text)?.[1])).toBeGreaterThan(5);
    });
    await visit();
    expect(Date.parse((await analytics()).as_of)).toBeLessThan(downAt);
    expect((await send(cluster.one('redirector').status, 'GET', '/health/ready')).status).toBe(200);
    await broker.restart();
    await allVisible();
  });

  it('holds as_of at what is loaded while a loader is frozen, and continues when it is killed', async () => {
    const loaders = cluster.of('clicks');
    for (const { pid } of loaders) process.kill(pid, 'SIGSTOP');
    const frozenAt = Date.now();
    await visit();
    await eventually(async () => {
      const { as_of } = await analytics();
      expect(Date.now() - frozenAt).toBeGreaterThan(4_000);
      expect(Date.parse(as_of)).toBeLessThan(frozenAt);
    });
    const [killed, thawed] = loaders;
    await killed?.kill('SIGKILL');
    process.kill(thawed?.pid ?? 0, 'SIGCONT');
    await allVisible();
  });

  it('sends what a killed redirector left at its next start', async () => {
    const redirector = cluster.one('redirector');
    for (let n = 0; n < 20; n += 1) await visit();
    await redirector.kill('SIGKILL');
    await cluster.start('redirector', { again: redirector });
    await visit();
    await allVisible();
    await eventually(async () => {
      const sources = await database.query<{ ended: boolean }>('select ended from click_sources');
      expect(sources.filter(({ ended }) => ended).length).toBe(2);
    });
  });

  it('sends the last clicks of a stopped redirector, and then waits for none of its sources', async () => {
    for (let n = 0; n < 5; n += 1) await visit();
    expect((await redirectors().at(-1)?.kill('SIGTERM'))?.code).toBe(0);
    await allVisible();
    await eventually(async () =>
      expect(await database.query('select source from click_sources where not ended')).toEqual([]),
    );
    await passed();
  });

  it('reports the health and the metrics of a loader, which drains cleanly', async () => {
    const loader = cluster.of('clicks')[1] ?? cluster.one('clicks');
    const { status, body } = await send<{ checks: object }>(loader.status, 'GET', '/health/ready');
    expect([status, Object.keys(body.checks)]).toEqual([200, ['start', 'disk', 'postgres', 'clickhouse', 'kafka']]);
    await eventually(async () =>
      expect((await send(loader.status, 'GET', '/metrics')).text).toMatch(/^clicks_loaded_total [1-9]/m),
    );
    expect((await send(loader.status, 'GET', '/metrics')).text).toMatch(/^data_dir_free_bytes\{folder="\."\} [1-9]/m);
    const asked = performance.now();
    expect((await loader.kill('SIGTERM')).code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(120_000);
    expect(loader.output()).not.toMatch(/"level":"fatal"/);
  });
};

if (why) describe.skip(`clicks of a cluster, skipped: ${why}`, () => it('has no broker', () => undefined));
else describe('clicks of a cluster', inACluster);
