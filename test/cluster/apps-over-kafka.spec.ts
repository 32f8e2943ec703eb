import { randomUUID } from 'node:crypto';
import {
  type AppName,
  type Cluster,
  SHORT_HOST,
  type ClickhouseProcess,
  startClickhouse,
  startCluster,
} from '../support/cluster';
import { type KafkaBroker, skipReason, startKafkaBroker } from '../support/kafka-broker';
import { type TestDatabase, withPostgres } from '../support/postgres';
import { endPrograms, eventually } from '../support/programs';
import { type Address, api, send } from '../support/waymark';

interface Link {
  readonly id: string;
  readonly alias: string;
  readonly destination_url: string;
}
interface Key {
  readonly id: string;
  readonly key: string;
}

const why = skipReason();

const overKafka = (): void => {
  let database: TestDatabase;
  let clickhouse: ClickhouseProcess;
  let broker: KafkaBroker;
  let cluster: Cluster;

  const at = (n: number): Address => cluster.of('gateway')[n] ?? cluster.one('gateway');
  const client = (n: number) => api(at(n), cluster.bootstrap.api_key);
  const create = (n: number, alias: string) =>
    client(n).post<Link>('/v1/links', { destination_url: `https://example.com/${alias}`, alias });
  /**
   * As a careful client does: a command without an answer within its 2 s is repeated under its key, and creates one
   * link.
   */
  const createInTheEnd = async (n: number, alias: string): Promise<Link> => {
    const once = { 'idempotency-key': randomUUID() };
    return eventually(async () => {
      const { status, body } = await client(n).post<Link>(
        '/v1/links',
        { destination_url: `https://example.com/${alias}`, alias },
        once,
      );
      expect(status).toBe(201);
      return body;
    });
  };
  const redirected = (alias: string) =>
    send(cluster.one('redirector'), 'GET', `/${alias}`, { headers: { host: SHORT_HOST } }).then(({ status }) => status);

  beforeAll(async () => {
    [database, clickhouse, broker] = await Promise.all([withPostgres(), startClickhouse(), startKafkaBroker()]);
    cluster = await startCluster({
      databaseUrl: database.url,
      clickhouseUrl: clickhouse.url,
      kafkaBrokers: broker.brokers.join(','),
      count: { gateway: 2, keys: 2, links: 2 },
    });
  });

  afterAll(async () => {
    await cluster?.stop();
    await endPrograms();
    await broker?.close();
    await clickhouse?.stop();
    await database?.close();
  });

  it("send every gateway's commands to the write services, and the answers back", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, (_, n) => createInTheEnd(n % 2, `over-${n}`)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(20);
    await eventually(async () => {
      for (const { id } of made) expect((await client(1).get<Link>(`/v1/links/${id}`)).status).toBe(200);
    });
    expect(await redirected('over-0')).toBe(302);
    await eventually(async () => {
      const key = await client(0).post<Key>('/v1/api-keys', { name: 'rotated', scope: 'Read' });
      const rotated = await client(1).post<Key>(`/v1/api-keys/${key.body.id}/rotate`);
      expect([key.status, rotated.status, (await api(at(0), rotated.body.key).get('/v1/links')).status]).toEqual([
        201, 201, 200,
      ]);
    });
    await eventually(async () => expect((await create(1, 'over-0')).status).toBe(409));
  });

  it.each<AppName>(['gateway', 'keys', 'links', 'scheduler', 'redirector'])(
    '%s lists Kafka among its dependencies',
    async (app) => {
      for (const { status } of cluster.of(app)) {
        await eventually(async () => {
          const { body } = await send<{ checks: Record<string, { status: string }> }>(status, 'GET', '/health/ready');
          expect(body.checks).toMatchObject({ postgres: { status: 'ok' }, kafka: { status: 'ok' } });
        });
      }
    },
  );

  it('continue with the other write service when one is killed', async () => {
    await cluster.one('links').kill('SIGKILL');
    // Each attempt has a new alias: a refused one may still have been created.
    let tries = 0;
    await eventually(async () => expect((await create(0, `after-the-kill-${(tries += 1)}`)).status).toBe(201));
    expect((await client(1).get('/v1/links?status=active')).status).toBe(200);
  });

  it('refuse commands in bounded time while Kafka is down, read and redirect meanwhile, and recover', async () => {
    await broker.stop();
    const began = performance.now();
    const refused = await create(0, 'refused');
    // After 2 s, and not only when Kafka is back.
    expect([refused.status, performance.now() - began < 60_000]).toEqual([503, true]);
    expect([(await client(1).get('/v1/links')).status, await redirected('over-1')]).toEqual([200, 302]);
    expect((await send(at(0), 'GET', '/health/ready')).status).toBe(200);
    const { status, body } = await eventually(async () => {
      const answer = await send<{ checks: Record<string, { status: string }> }>(
        cluster.one('redirector').status,
        'GET',
        '/health/ready',
      );
      expect(answer.body.checks['kafka']?.status).toBe('failed');
      return answer;
    });
    expect([status, body.checks['workers']?.status]).toEqual([200, 'ok']);
    await broker.restart();
    let tries = 0;
    await eventually(async () => expect((await create(0, `healed-${(tries += 1)}`)).status).toBe(201));
  });

  it('drain in bounded time with exit code 0', async () => {
    const [killed, ...running] = [
      cluster.one('links'),
      ...cluster.processes.filter((one) => one !== cluster.one('links')),
    ];
    expect((await killed.end()).signal).toBe('SIGKILL');
    const ended = await Promise.all(
      running.map(async (one) => {
        const asked = performance.now();
        return { app: one.app, code: (await one.kill('SIGTERM')).code, inTime: performance.now() - asked < 120_000 };
      }),
    );
    expect(ended).toEqual(running.map(({ app }) => ({ app, code: 0, inTime: true })));
  });
};

if (why) describe.skip(`apps over Kafka, skipped: ${why}`, () => it('has no broker', () => undefined));
else describe('apps over Kafka', overKafka);
