import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ENRICHMENT_RULES } from '@contexts/clicks';
import { type AnalyticsClient, createAnalyticsClient } from '@platform/analytics-store';
import { CLICKS_TOPIC } from '@platform/click-log';
import { createKafka } from '@platform/kafka';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { clickPipeline, type ClickPipeline, type LinkFigures, withClickCounters } from '../support/click-pipeline';
import { type ClickhouseProcess, startClickhouse } from '../support/cluster';
import { type KafkaBroker, startKafkaBroker } from '../support/kafka-broker';
import { endPrograms, eventually, startProgram, testFolder } from '../support/programs';
import { quiet } from '../support/read-store';
import { bytesOf, contentOf, fixturesWith, headersOf, type RawMessage } from '../upgrade/fixtures';
import { allTaken, describeOnKafka } from './on-kafka';

const FILE = 'click-messages.json';

/** What a forwarder sent, and what the loader of its version made of it. */
interface OldClicks {
  readonly messages: readonly RawMessage[];
  /** By source and number of the record. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** By workspace. */
  readonly counters: Readonly<Record<string, readonly LinkFigures[]>>;
  readonly sources: readonly { readonly source: string; readonly ended: boolean }[];
}

/** Columns that the rules of the day derive from the others. */
const DERIVED = [
  'enrichment',
  'country',
  'region',
  'city',
  'continent',
  'device',
  'browser',
  'os',
  'language',
  'referrer',
  'referrer_url',
];

const clicksOf = (fixture: string) => (): void => {
  const { messages, rows, counters, sources } = contentOf<OldClicks>(fixture, FILE);
  const folder = testFolder();
  const stateDirectory = mkdtempSync(join(folder, 'loader-'));
  let shared: Awaited<ReturnType<typeof withClickCounters>>;
  let clickhouse: ClickhouseProcess;
  let client: AnalyticsClient;
  let broker: KafkaBroker;
  let admin: Admin;
  let clicks: ClickPipeline;

  beforeAll(async () => {
    [shared, clickhouse, broker] = await Promise.all([withClickCounters(), startClickhouse(), startKafkaBroker()]);
    client = createAnalyticsClient({ url: clickhouse.url, timeout: 60_000 });
    clicks = clickPipeline(folder, shared.database, undefined, client);
    admin = new Kafka({ brokers: [...broker.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    const kafka = createKafka({ brokers: broker.brokers, clientId: 'test', log: quiet });
    await kafka.ensureTopics([CLICKS_TOPIC]);
    await kafka.close();
    const [address = ''] = broker.brokers;
    await startProgram('test/fixtures/processes/kafka-loader.ts', [
      address,
      shared.database.url,
      clickhouse.url,
      stateDirectory,
    ]);
  });
  afterAll(async () => {
    await endPrograms();
    await admin?.disconnect();
    await client?.close();
    await Promise.all([broker?.close(), clickhouse?.stop(), shared?.close()]);
  });

  /** Puts the messages into the topic as they were, byte for byte. */
  const sendAll = async (): Promise<void> => {
    const producer = new Kafka({ brokers: [...broker.brokers], logLevel: logLevel.NOTHING }).producer();
    await producer.connect();
    for (const message of messages) {
      const [key, value] = [message.key, message.value].map((coded) => (coded === null ? null : bytesOf(coded)));
      const sent = { key: key ?? null, value: value ?? null, headers: headersOf(message) };
      await producer.send({ topic: CLICKS_TOPIC.topic, messages: [sent] });
    }
    await producer.disconnect();
  };
  const loaded = async () => ({
    rows: await client.rows<Record<string, unknown>>(
      'SELECT *, toString(visit) AS visit FROM clicks ORDER BY source, seq',
    ),
    counters: Object.fromEntries(
      await Promise.all(
        Object.keys(counters).map(async (workspace) => [workspace, (await clicks.byLink(workspace)).counters]),
      ),
    ) as OldClicks['counters'],
    sources: await shared.database.query('select source, ended from click_sources order by ended'),
  });
  /** Columns may have been added since. Those that are derived are the same under the same rules only. */
  const expected = {
    rows: rows.map((row) =>
      row['enrichment'] === ENRICHMENT_RULES
        ? row
        : Object.fromEntries(Object.entries(row).filter(([column]) => !DERIVED.includes(column))),
    ),
    counters,
    sources,
  };

  it('become the same rows, counters and sources', async () => {
    await sendAll();
    await eventually(async () => expect(await loaded()).toMatchObject(expected));
    await allTaken(admin);
    expect(existsSync(join(stateDirectory, 'set-aside'))).toBe(false);
  });

  it('are neither loaded nor counted again when they come once more', async () => {
    const before = await loaded();
    await sendAll();
    await allTaken(admin);
    expect(await loaded()).toEqual(before);
    expect(before.rows).toHaveLength(rows.length);
  });
};

for (const fixture of fixturesWith(FILE))
  describeOnKafka(`clicks that the version of ${fixture} sent over Kafka`, clicksOf(fixture));
