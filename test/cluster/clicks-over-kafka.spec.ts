import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnalyticsClient, createAnalyticsClient } from '@platform/analytics-store';
import { loadedUntil } from '@platform/click-counters';
import { CLICK_LOADERS, CLICKS_TOPIC } from '@platform/click-log';
import { type Kafka, createKafka } from '@platform/kafka';
import { type Admin, Kafka as Client, logLevel } from 'kafkajs';
import { aClick, clickPipeline, type ClickPipeline, withClickCounters } from '../support/click-pipeline';
import { type ClickhouseProcess, startClickhouse } from '../support/cluster';
import { type KafkaBroker, skipReason, startKafkaBroker } from '../support/kafka-broker';
import { endPrograms, eventually, type Program, startProgram, testFolder } from '../support/programs';
import { quiet } from '../support/read-store';
import { atScale } from '../support/scale';
import { allTaken } from './on-kafka';

const why = skipReason();
const folder = testFolder();
const LONG = 1_200_000;
/** How often each process and the broker are killed. */
const ROUNDS = atScale(1, 10);
const BROKER = -1;

const overKafka = (): void => {
  let shared: Awaited<ReturnType<typeof withClickCounters>>;
  let clickhouse: ClickhouseProcess;
  let client: AnalyticsClient;
  let broker: KafkaBroker;
  let kafka: Kafka;
  let admin: Admin;

  beforeAll(async () => {
    [shared, clickhouse, broker] = await Promise.all([withClickCounters(), startClickhouse(), startKafkaBroker()]);
    client = createAnalyticsClient({ url: clickhouse.url, timeout: 60_000 });
    kafka = createKafka({ brokers: broker.brokers, clientId: 'test', log: quiet });
    await kafka.ensureTopics([CLICKS_TOPIC]);
  }, LONG);
  beforeEach(async () => {
    admin = new Client({ brokers: [...broker.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
  });
  afterEach(() => admin.disconnect());
  afterAll(async () => {
    await kafka?.close();
    await endPrograms();
    await client?.close();
    await Promise.all([broker?.close(), clickhouse?.stop(), shared?.close()]);
  }, LONG);

  const startForwarder = ({ directory }: ClickPipeline): Promise<Program> =>
    startProgram('test/fixtures/processes/click-forwarder.ts', [
      directory,
      `${directory}-sent.json`,
      broker.brokers[0] ?? '',
    ]);
  const stateDirectory = mkdtempSync(join(folder, 'loader-'));
  const startLoader = (killAt = ''): Promise<Program> =>
    startProgram(
      'test/fixtures/processes/kafka-loader.ts',
      [broker.brokers[0] ?? '', shared.database.url, clickhouse.url, stateDirectory],
      { CLICKS_TEST_KILL: killAt },
    );
  const host = (): ClickPipeline => clickPipeline(folder, shared.database, undefined, client);
  const crowd = (workspace_id: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      aClick({ workspace_id, link_id: `${workspace_id}_${n % 5}`, visitor: `v${n % 40}`, is_bot: n % 10 === 0 }),
    );

  const exactly = (clicks: ClickPipeline, workspaceId: string, count: number, within = 120_000) =>
    eventually(async () => {
      expect(await clicks.loaded(workspaceId)).toEqual({ rows: count, distinct: count });
      const { clickhouse: loaded, counters } = await clicks.byLink(workspaceId);
      expect(counters).toEqual(loaded);
    }, within);

  it(
    'loads and counts waiting clicks by two loaders, and reports that a closed source has ended',
    async () => {
      const clicks = host();
      await clicks.write(crowd('ws_waiting', 12_500));
      const began = performance.now();
      const [forwarder, ...loaders] = await Promise.all([startForwarder(clicks), startLoader(), startLoader()]);
      await exactly(clicks, 'ws_waiting', 12_500);
      console.log(
        `12,500 clicks from disk to ClickHouse and counters, with the start of three processes: ` +
          `${Math.round(performance.now() - began)} ms`,
      );
      await eventually(async () =>
        expect(await shared.database.query('select ended from click_sources')).toEqual([{ ended: true }]),
      );
      expect(await loadedUntil(shared.store.system)).toBeNull();
      await Promise.all([forwarder, ...loaders].map((program) => program.end()));
    },
    LONG,
  );

  it.each([
    'loader.inserting:1:1',
    'loader.inserting:2:20',
    'loader.inserted:1',
    'loader.inserted:3',
    'counters.counted:1',
    'counters.counted:4',
  ])(
    'loses and doubles nothing when a loader is killed at %s',
    async (failpoint) => {
      const workspace = `ws_${failpoint.replaceAll(/\W/g, '_')}`;
      const clicks = host();
      await clicks.write(crowd(workspace, 6_000));
      const [forwarder, dying] = await Promise.all([startForwarder(clicks), startLoader(failpoint)]);
      await eventually(() => expect(dying.child.signalCode).toBe('SIGKILL'));
      const next = await startLoader();
      await exactly(clicks, workspace, 6_000);
      await Promise.all([forwarder.end(), next.end()]);
    },
    LONG,
  );

  it(
    'sets aside a message that is not a block and a record that is not a click, and continues after them',
    async () => {
      const clicks = host();
      const loader = await startLoader();
      const producer = kafka.producer();
      const source = '0mi8c6pxs0123456789';
      const poison: readonly (Buffer | string)[] = ['{', Buffer.from([1, 2, 3]), ''];
      for (const value of poison)
        await producer.send(CLICKS_TOPIC.topic, { key: source, value, headers: { type: 'block' } });
      await producer.send(CLICKS_TOPIC.topic, { key: 'no source', value: 'x' });
      await producer.send(CLICKS_TOPIC.topic, {
        key: source,
        value: '{"until":"__proto__"}',
        headers: { type: 'mark' },
      });
      const journal = await clicks.journal();
      await journal.append('no click', Date.now());
      await journal.close();
      await clicks.write(crowd('ws_behind', 700));
      const forwarder = await startForwarder(clicks);
      await exactly(clicks, 'ws_behind', 700);
      await allTaken(admin);
      const aside = readdirSync(join(stateDirectory, 'set-aside')).map(
        (name) =>
          JSON.parse(readFileSync(join(stateDirectory, 'set-aside', name), 'utf8')) as {
            records: { cause: string; payload: string }[];
          },
      );
      expect(
        aside
          .flatMap(({ records }) => records.map(({ payload }) => Buffer.from(payload, 'base64').toString()))
          .toSorted(),
      ).toEqual(['', '\x01\x02\x03', 'no click', 'x', '{', '{"until":"__proto__"}']);
      await Promise.all([forwarder.end(), loader.end()]);
    },
    LONG,
  );

  it(
    'waits for ClickHouse and for Postgres, and skips nothing meanwhile',
    async () => {
      const clicks = host();
      const loader = await startLoader();
      await client.command('RENAME TABLE clicks TO clicks_away');
      await clicks.write(crowd('ws_away', 3_000));
      const forwarder = await startForwarder(clicks);
      await eventually(() =>
        expect(JSON.parse(readFileSync(`${clicks.directory}-sent.json`, 'utf8'))).toMatchObject({
          ended: [expect.any(String)],
        }),
      );
      await shared.database.query('alter table link_counters rename to link_counters_away');
      await client.command('RENAME TABLE clicks_away TO clicks');
      await eventually(async () => expect((await clicks.loaded('ws_away')).rows).toBeGreaterThanOrEqual(1_000));
      await shared.database.query('alter table link_counters_away rename to link_counters');
      await exactly(clicks, 'ws_away', 3_000);
      await Promise.all([forwarder.end(), loader.end()]);
    },
    LONG,
  );

  it(
    'doubles nothing when all is read again from the beginning, also beyond the deduplication window',
    async () => {
      const before = async () => ({
        rows: await client.rows('SELECT workspace_id, count() AS rows FROM clicks GROUP BY 1 ORDER BY 1'),
        counters: await shared.database.query('select * from link_counters order by link_id'),
        checkpoints: await shared.database.query(
          'select reader, cursor, counted from click_checkpoints order by reader',
        ),
      });
      const was = await before();
      expect(was.rows.length).toBeGreaterThan(0);
      await client.command('ALTER TABLE clicks MODIFY SETTING non_replicated_deduplication_window = 1');
      await eventually(() => admin.resetOffsets({ groupId: CLICK_LOADERS, topic: CLICKS_TOPIC.topic, earliest: true }));
      const loader = await startLoader();
      await allTaken(admin);
      expect(await before()).toEqual(was);
      await client.command('ALTER TABLE clicks MODIFY SETTING non_replicated_deduplication_window = 10000');
      await loader.end();
    },
    LONG,
  );

  it(
    'loses and doubles no click while loaders, forwarders, writers and the broker are killed at random',
    async () => {
      const workspace = `ws_chaos_${randomUUID().slice(0, 8)}`;
      const hosts = [host(), host()];
      const answered = new Set<number>();
      let number = 0;
      const startWriter = async ({ directory }: ClickPipeline): Promise<Program> => {
        const program = await startProgram('test/fixtures/processes/click-appender.ts', [
          directory,
          workspace,
          String((number += 1_000_000)),
          '4',
          '8',
        ]);
        program.child.on(
          'message',
          (message: { type: string; number: number }) => message.type === 'answered' && answered.add(message.number),
        );
        return program;
      };
      const starts = [
        ...hosts.map((one) => () => startWriter(one)),
        ...hosts.map((one) => () => startForwarder(one)),
        () => startLoader(),
        () => startLoader(),
      ];
      const running = await Promise.all(starts.map((start) => start()));
      const victims = Array.from({ length: ROUNDS }, () => [...running.keys(), BROKER])
        .flat()
        .map((victim) => ({ victim, at: Math.random() }))
        .toSorted((a, b) => a.at - b.at);
      for (const { victim } of victims) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500));
        const program = running[victim];
        if (!program) {
          await broker.kill();
          await broker.restart();
          continue;
        }
        await program.end('SIGKILL');
        running[victim] = await (starts[victim] ?? startLoader)();
      }
      await Promise.all(running.slice(0, 2).map((writer) => writer.end('SIGKILL')));
      // The next writer seals what a killed one left.
      await Promise.all(hosts.map((one) => one.write([])));
      const any = hosts[0] ?? host();
      const rowsOf = async () =>
        (
          await client.rows<{ n: string }>('SELECT utm_term AS n FROM clicks WHERE workspace_id = {workspace:String}', {
            workspace,
          })
        ).map(({ n }) => Number(n));
      await eventually(async () => {
        const rows = new Set(await rowsOf());
        expect([...answered].filter((n) => !rows.has(n)).length).toBe(0);
      }, 240_000);
      await allTaken(admin);
      const rows = await rowsOf();
      const kept = new Set(rows);
      expect({ doubled: rows.length - kept.size, lost: [...answered].filter((n) => !kept.has(n)).length }).toEqual({
        doubled: 0,
        lost: 0,
      });
      await eventually(async () => {
        const { clickhouse: loaded, counters } = await any.byLink(workspace);
        expect(counters).toEqual(loaded);
      });
      console.log(`${answered.size} clicks answered, ${rows.length} rows`);
      await Promise.all(running.slice(2).map((program) => program.end()));
    },
    LONG,
  );
};

if (why) describe.skip(`clicks over Kafka, skipped: ${why}`, () => it('has no broker', () => undefined));
else describe('clicks over Kafka', overKafka);
