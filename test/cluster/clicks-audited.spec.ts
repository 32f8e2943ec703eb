import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { linkStream } from '@contexts/links';
import { NO_STREAM } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { type AnalyticsClient, createAnalyticsClient } from '@platform/analytics-store';
import { MIGRATIONS } from '@platform/process';
import { type ClickhouseProcess, SHORT_HOST, startClickhouse } from '../support/cluster';
import { newSecrets } from '../support/gateways';
import { type KafkaBroker, skipReason, startKafkaBroker } from '../support/kafka-broker';
import { openEventStore } from '../support/postgres-event-store';
import { endPrograms, eventually, freePort, type Program, startProgram, testFolder } from '../support/programs';
import { type TestReadStore, withReadStore } from '../support/read-store';
import { send } from '../support/waymark';

const why = skipReason();
const folder = testFolder();
const LONG = 1_200_000;
/** Tells an answer from none: what is frozen here stays so until a test resumes it. */
const ANSWERED_MS = 120_000;
const OFTEN_MS = 200;
const HOUR_MS = 3_600_000;

const LINK = {
  link_id: 'link_1',
  domain_id: 'dom_default',
  domain: SHORT_HOST,
  alias: 'seen',
  destination_url: 'https://example.com/',
};

const audited = (): void => {
  let test: TestReadStore;
  let clickhouse: ClickhouseProcess;
  let broker: KafkaBroker;
  let client: AnalyticsClient;
  let redirector: Program;
  const [visitors, status] = [
    { url: '', port: 0 },
    { url: '', port: 0 },
  ];
  const [dataDir, secrets] = [join(folder, 'redirector'), newSecrets()];

  /** The redirector of this file, whose port and disk stay the same. */
  const startRedirector = (auditEveryMs: number): Promise<Program> =>
    startProgram('test/fixtures/processes/redirector.ts', [], {
      DATABASE_URL: test.database.url,
      KAFKA_BROKERS: broker.brokers.join(','),
      CLICKHOUSE_URL: clickhouse.url,
      VISITOR_SECRET: secrets.VISITOR_SECRET,
      PUBLIC_URL: `http://${SHORT_HOST}`,
      DATA_DIR: dataDir,
      REDIRECT_WORKERS: '2',
      PORT: String(visitors.port),
      STATUS_PORT: String(status.port),
      REDIRECTOR_TEST_AUDIT: String(auditEveryMs),
    });
  const visit = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      expect(
        (
          await send(visitors, 'GET', '/seen', {
            headers: { host: SHORT_HOST, connection: 'close' },
            timeout: ANSWERED_MS,
          })
        ).status,
      ).toBe(302);
    }
  };
  const rows = async (): Promise<number> =>
    Number((await client.rows<{ rows: string }>('SELECT count() AS rows FROM clicks'))[0]?.rows);
  const figure = async (name: string): Promise<number> => {
    const { text } = await send(status, 'GET', '/metrics');
    return Number(new RegExp(`^clicks_audit_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const figures = async () => ({
    checked: await figure('checked'),
    missing: await figure('missing'),
    doubled: await figure('doubled'),
    waiting: await figure('waiting_seconds'),
  });
  const isReady = async (): Promise<void> =>
    expect((await send(status, 'GET', '/health/ready', { timeout: ANSWERED_MS })).status).toBe(200);
  const ends = async (): Promise<void> => {
    const asked = performance.now();
    await redirector.end();
    expect([redirector.child.exitCode, performance.now() - asked < ANSWERED_MS]).toEqual([0, true]);
  };

  beforeAll(async () => {
    [test, clickhouse, broker, visitors.port, status.port] = await Promise.all([
      withReadStore(MIGRATIONS),
      startClickhouse(),
      startKafkaBroker(),
      freePort(),
      freePort(),
    ]);
    client = createAnalyticsClient({ url: clickhouse.url });
    const events = openEventStore(test.database);
    const event = { type: 'LinkCreated', data: { ...LINK, created_by: { type: 'user', id: 'usr_1' } } };
    await events.store.append(
      linkStream(LINK.link_id),
      [{ id: randomUUID(), event, metadata: someMetadata() }],
      NO_STREAM,
    );
    await events.close();
    await startProgram('test/fixtures/processes/kafka-loader.ts', [
      broker.brokers.join(','),
      test.database.url,
      clickhouse.url,
      mkdtempSync(join(folder, 'loader-')),
    ]);
    redirector = await startRedirector(OFTEN_MS);
    await eventually(() => visit(1), 120_000);
  }, LONG);
  afterAll(async () => {
    clickhouse?.signal('SIGCONT');
    await endPrograms();
    await client?.close();
    await Promise.all([broker?.close(), clickhouse?.stop(), test?.close()]);
  }, LONG);

  it(
    'finds each click from Kafka once',
    async () => {
      await visit(29);
      await eventually(
        async () => expect(await figures()).toEqual({ checked: 30, missing: 0, doubled: 0, waiting: 0 }),
        60_000,
      );
    },
    LONG,
  );

  it(
    'reports a row deleted before its click was looked up, and remembers it over a restart',
    async () => {
      await ends();
      redirector = await startRedirector(HOUR_MS);
      await eventually(async () => expect(await figure('checked')).toBe(30));
      await visit(20);
      await eventually(async () => expect(await rows()).toBe(50), 60_000);
      const [one] = await client.rows<{ source: string; seq: string }>(
        'SELECT source, seq FROM clicks ORDER BY time DESC LIMIT 1 OFFSET 5',
      );
      await client.command(
        `ALTER TABLE clicks DELETE WHERE source = '${one?.source}' AND seq = ${one?.seq} SETTINGS mutations_sync = 1`,
      );
      expect([await rows(), await figures()]).toEqual([49, { checked: 30, missing: 0, doubled: 0, waiting: 0 }]);
      await ends();
      redirector = await startRedirector(OFTEN_MS);
      await eventually(
        async () => expect(await figures()).toEqual({ checked: 50, missing: 1, doubled: 0, waiting: 0 }),
        60_000,
      );
    },
    LONG,
  );

  it(
    'keeps the redirector serving, ready and restartable while ClickHouse is frozen, and recovers',
    async () => {
      clickhouse.signal('SIGSTOP');
      await visit(10);
      await eventually(async () => expect(await figure('age_seconds')).toBeGreaterThan(3));
      await isReady();
      await ends();
      redirector = await startRedirector(OFTEN_MS);
      await isReady();
      await visit(10);
      await eventually(async () => expect(await figures()).toMatchObject({ checked: 50, missing: 1 }));
      expect(await figure('age_seconds')).toBeGreaterThan(3);
      clickhouse.signal('SIGCONT');
      await eventually(
        async () => expect(await figures()).toEqual({ checked: 70, missing: 1, doubled: 0, waiting: 0 }),
        100_000,
      );
      await eventually(async () => expect(await figure('age_seconds')).toBeLessThan(3));
    },
    LONG,
  );
};

if (why) describe.skip(`the audit of a cluster's clicks, skipped: ${why}`, () => it('has no broker', () => undefined));
else describe("the audit of a cluster's clicks", audited);
