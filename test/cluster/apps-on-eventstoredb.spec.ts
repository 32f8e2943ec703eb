import { type ClickhouseProcess, type Cluster, SHORT_HOST, startClickhouse, startCluster } from '../support/cluster';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../support/eventstoredb-double';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { endPrograms, eventually } from '../support/programs';
import { api, send } from '../support/waymark';

interface Link {
  readonly id: string;
  readonly alias: string;
}

let database: TestDatabase;
let clickhouse: ClickhouseProcess;
let double: EventStoreDbDouble;
let cluster: Cluster;

const client = (n: number) => api(cluster.of('gateway')[n] ?? cluster.one('gateway'), cluster.bootstrap.api_key);
const create = (n: number, alias: string) =>
  client(n).post<Link>('/v1/links', { destination_url: `https://example.com/${alias}`, alias });
const target = (alias: string) =>
  send(cluster.one('redirector'), 'GET', `/${alias}`, { headers: { host: SHORT_HOST } }).then(
    ({ headers }) => headers.location,
  );

beforeAll(async () => {
  [database, clickhouse, double] = await Promise.all([withPostgres(), startClickhouse(), startEventStoreDbDouble()]);
  cluster = await startCluster({
    databaseUrl: database.url,
    clickhouseUrl: clickhouse.url,
    eventStoreUrl: double.url,
    count: { gateway: 2 },
  });
});

afterAll(async () => {
  await cluster?.stop();
  await endPrograms();
  await double?.close();
  await clickhouse?.stop();
  await database?.close();
});

describe('apps on an event store server', () => {
  it('read, redirect and follow an edit, and keep the event tables in Postgres empty', async () => {
    const { status, body } = await create(0, 'apart');
    expect([status, (await client(1).get(`/v1/links/${body.id}`)).status, await target('apart')]).toEqual([
      201,
      200,
      'https://example.com/apart',
    ]);
    await client(1).patch(`/v1/links/${body.id}`, { destination_url: 'https://example.com/edited' });
    await eventually(async () => expect(await target('apart')).toBe('https://example.com/edited'));
    expect(await database.query('SELECT position FROM waymark_events.events')).toEqual([]);
  });

  it('refuse commands in bounded time while it is down, read and redirect meanwhile, and recover', async () => {
    await double.network.refuse();
    const began = performance.now();
    const { status } = await create(0, 'refused');
    // After 2 s, and not only when it is back.
    expect([status, performance.now() - began < 60_000]).toEqual([503, true]);
    expect([(await client(1).get('/v1/links')).status, await target('apart')]).toEqual([
      200,
      'https://example.com/edited',
    ]);
    for (const app of ['gateway', 'redirector'] as const) {
      const { status: ready, body } = await send<{ checks: Record<string, { status: string }> }>(
        cluster.one(app).status,
        'GET',
        '/health/ready',
      );
      expect([app, ready, body.checks['event_store']?.status]).toEqual([app, 200, 'failed']);
    }
    // No request has probed it.
    await eventually(
      () =>
        expect(cluster.one('projector').output()).toMatch(
          /"check":"event_store","server":"localhost:\d+","cause":"EventStoreDB.*"health check failed"/,
        ),
      120_000,
    );
    await double.network.accept();
    // Each attempt has a new alias: a refused one may still have been created.
    let tries = 0;
    await eventually(async () => expect((await create(1, `healed-${(tries += 1)}`)).status).toBe(201));
    await eventually(async () => expect(await target(`healed-${tries}`)).toBe(`https://example.com/healed-${tries}`));
  });

  it('drain in bounded time with exit code 0', async () => {
    const asked = performance.now();
    const ended = await Promise.all(
      cluster.processes.map(async (one) => [
        one.app,
        (await one.kill('SIGTERM')).code,
        performance.now() - asked < 120_000,
      ]),
    );
    expect(ended).toEqual(cluster.processes.map(({ app }) => [app, 0, true]));
  });
});
