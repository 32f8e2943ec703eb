// Makes the messages and streams of a fixture: of this version, or of the version in another checkout; see README.md.
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { CLICKS } from './clicks.mjs';
import { makeLastRecords, makeRecords } from './history.mjs';
import { NEUTRAL_HOST, WORKPLACE, secretsOf } from './neutral.mjs';
import { PUBLIC_URL, clientOf, eventually, logIn } from './requests.mjs';
import { makeKinds } from './resources.mjs';

const [name, checkout = join(import.meta.dirname, '..', '..')] = process.argv.slice(2);
const place = join(import.meta.dirname, 'fixtures', name ?? '');
if (!name || !existsSync(place)) {
  console.error('Usage: node test/upgrade/make-messages.mjs <name of a fixture> [checkout]');
  process.exit(2);
}
const from = createRequire(join(resolve(checkout), 'package.json'));
from('./test/support/typescript.cjs');
const { startKafkaBroker } = from('./test/support/kafka-broker.ts');
const { withPostgres } = from('./test/support/postgres.ts');
const { startProgram, endPrograms } = from('./test/support/programs.ts');
const { aClick, clickPipeline, encode, withClickCounters } = from('./test/support/click-pipeline.ts');
const { startClickhouse, startCluster } = from('./test/support/cluster.ts');
const { startEventStoreDbDouble } = from('./test/support/eventstoredb-double/index.ts');
const { createAnalyticsClient } = from('./libs/platform/analytics-store/src/index.ts');
const { CLICKS_TOPIC } = from('./libs/platform/click-log/src/index.ts');
const { createEventStoreDb } = from('./libs/platform/event-store/src/index.ts');
const { createKafka } = from('./libs/platform/kafka/src/index.ts');
const { EVERY_WORKSPACE, applicationConnection } = from('./libs/platform/read-store/src/index.ts');
const { publishTo, runRelay } = from('./apps/relay/src/index.ts');
const { idOf } = from('./libs/kernel/src/index.ts');
const { Kafka, logLevel } = from('kafkajs');
const { publishIn, startNameServer } = from('./test/support/name-server.ts');

const print = (fields, message) => console.error(message, fields);
const log = { info: () => undefined, warn: print, error: print };
const base64 = (bytes) => (bytes === null ? null : Buffer.from(bytes).toString('base64'));

/** All that topics of a name have, each partition in its order, with the bytes of key, value and headers in base64. */
const messagesOf = async (broker, pattern) => {
  const kafka = new Kafka({ brokers: [...broker.brokers], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => pattern.test(topic));
  const partitions = (await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)))).flat();
  const left = partitions.reduce((sum, { high }) => sum + Number(high), 0);
  await admin.disconnect();
  const consumer = kafka.consumer({ groupId: `reader of ${pattern}` });
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  const found = [];
  const eachMessage = async ({ topic, partition, message: { offset, key, value, headers } }) => {
    const coded = Object.fromEntries(Object.entries(headers).map(([header, bytes]) => [header, base64(bytes)]));
    found.push({ topic, partition, offset: Number(offset), key: base64(key), value: base64(value), headers: coded });
  };
  await consumer.run({ eachMessage });
  await eventually(() => {
    if (found.length < left) throw new Error(`${topics}: ${found.length} of ${left} messages`);
  });
  await consumer.disconnect();
  return found
    .toSorted((a, b) => a.topic.localeCompare(b.topic) || a.partition - b.partition || a.offset - b.offset)
    .map(({ key, value, headers }) => ({ key, value, headers }));
};

const clicksOf = (more) => CLICKS.map((click) => aClick({ ...click, ...more }));
const WORKSPACES = ['ws_1', 'ws_2'];

/** Two sources: one was closed, the other one goes on. */
const makeClicks = async (broker, shared) => {
  const clickhouse = await startClickhouse();
  const client = createAnalyticsClient({ url: clickhouse.url, timeout: 60_000 });
  const clicks = clickPipeline(WORKPLACE, shared.database, undefined, client);
  const kafka = createKafka({ brokers: broker.brokers, clientId: 'maker', log });
  await kafka.ensureTopics([CLICKS_TOPIC]);
  await kafka.close();
  // A block never spans two months, so the closed source has three blocks.
  await clicks.write([
    ...clicksOf({}),
    ...clicksOf({ at: Date.UTC(2026, 9, 31, 23) }),
    ...clicksOf({ workspace_id: 'ws_2', link_id: 'link_3' }),
  ]);
  const open = await clicks.journal();
  for (const click of clicksOf({ visitor: 'late' })) await open.append(encode(click), click.at);
  const [address] = broker.brokers;
  const programs = await Promise.all([
    startProgram('test/fixtures/processes/click-forwarder.ts', [clicks.directory, `${clicks.directory}.json`, address]),
    startProgram('test/fixtures/processes/kafka-loader.ts', [address, shared.database.url, clickhouse.url, WORKPLACE]),
  ]);
  const { query } = shared.database;
  const sources = () => query('select source, ended from click_sources order by ended');
  const byLink = () => Promise.all(WORKSPACES.map((workspace) => clicks.byLink(workspace)));
  await eventually(async () => {
    const figures = await byLink();
    const counted = figures.flatMap(({ counters }) => counters.map((link) => link.clicks + link.bot_clicks));
    const ends = (await sources()).map(({ ended }) => ended);
    if (counted.reduce((sum, count) => sum + count, 0) !== 16 || JSON.stringify(ends) !== '[false,true]')
      throw new Error(`counters ${counted}; sources that have ended: ${ends}`);
  });
  const made = {
    rows: await client.rows('SELECT *, toString(visit) AS visit FROM clicks ORDER BY source, seq'),
    counters: Object.fromEntries((await byLink()).map(({ counters }, index) => [WORKSPACES[index], counters])),
    sources: await sources(),
  };
  for (const program of programs) await program.end();
  const messages = await messagesOf(broker, /^waymark\.clicks$/);
  await open.close();
  await client.close();
  await clickhouse.stop();
  return { messages, ...made };
};

/** Streams that a cluster writes, the commands and answers between its apps, and the public events of the streams. */
const makeStreams = async (broker, shared) => {
  const [double, clickhouse, database, names] = await Promise.all([
    startEventStoreDbDouble(),
    startClickhouse(),
    withPostgres(),
    startNameServer(),
  ]);
  const cluster = await startCluster({
    databaseUrl: database.url,
    clickhouseUrl: clickhouse.url,
    eventStoreUrl: double.url,
    kafkaBrokers: broker.brokers.join(),
    count: { clicks: 0, redirector: 0 },
    env: { PUBLIC_URL, NODE_OPTIONS: NEUTRAL_HOST, DNS_SERVERS: names.address },
  });
  const { port } = cluster.one('gateway');
  try {
    const records = await makeRecords(port, cluster.bootstrap);
    const owner = clientOf(port, await logIn(port, cluster.bootstrap));
    await makeKinds(owner, records.links, (host, published) => publishIn(names.zone, host, published));
    await makeLastRecords(port, cluster.bootstrap.api_key, records);
  } finally {
    await cluster.stop();
  }
  await Promise.all([clickhouse.stop(), database.close(), names.close()]);
  const commands = {
    commands: await messagesOf(broker, /^waymark\.commands\./),
    replies: await messagesOf(broker, /^waymark\.replies\./),
  };
  const records = double.log.records.map(({ stream, revision, id, type, contentType, data, metadata }) => ({
    stream,
    revision: Number(revision),
    id,
    type,
    content_type: contentType,
    data: Buffer.from(data).toString(),
    metadata: Buffer.from(metadata).toString(),
  }));
  const store = createEventStoreDb({ url: double.url, log });
  const rows = await rowsOf(store, new Set(records.map(({ stream }) => stream)));
  const messages = await publish(broker, shared, store, records);
  await store.close();
  await double.close();
  return { commands, streams: { records, rows }, events: { public_url: PUBLIC_URL, messages } };
};

/** The read models of a checkout that are folded from events alone; before there was a list of them there were four. */
const projectionsOf = () => {
  if (existsSync(join(checkout, 'libs/contexts/aggregates'))) {
    const { AGGREGATE_READ_MODELS, READ_MODELS } = from('./libs/contexts/aggregates/src/index.ts');
    return (AGGREGATE_READ_MODELS ?? READ_MODELS).map(({ projection }) => projection);
  }
  const { keyList, keyTimers } = from('./libs/contexts/keys/src/index.ts');
  const { linkList } = from('./libs/contexts/links/src/index.ts');
  const { workspaceList } = from('./libs/contexts/workspaces/src/index.ts');
  return [keyList, keyTimers, linkList, workspaceList];
};

/** By read model and key: each row as it is after the last event. */
const rowsOf = async (store, streams) => {
  const rows = {};
  for (const { name: model, categories, keys, evolve } of projectionsOf()) {
    const of = (rows[model] = {});
    for (const stream of [...streams].filter((one) => categories.includes(one.split('-')[0])))
      for (const recorded of await store.read(stream))
        for (const key of keys(recorded)) {
          const row = evolve(of[key] ?? null, recorded, key);
          if (row) of[key] = row;
          else delete of[key];
        }
  }
  return rows;
};

const publish = async (broker, { database, store: { system: pool } }, store, records) => {
  const kafka = createKafka({ brokers: broker.brokers, clientId: 'maker', log });
  const send = publishTo(kafka);
  const ending = new AbortController();
  const last = records.findLast(({ stream }) => /^(link|apikey)-/.test(stream));
  const relay = runRelay({
    store,
    pool,
    connect: () => applicationConnection(database.url, { name: 'relay', workspace: EVERY_WORKSPACE }),
    publicUrl: PUBLIC_URL,
    publish: async (messages) => {
      await send(messages);
      if (messages.some(({ headers }) => headers.id === idOf('evt', last.id))) ending.abort();
    },
    log,
    signal: ending.signal,
  });
  await once(ending.signal, 'abort');
  await relay;
  await kafka.close();
  return messagesOf(broker, /^waymark\.events$/);
};

const write = (file, content) => {
  const text = `${JSON.stringify(content, null, 1)}\n`;
  const plain = text.replaceAll(/"[A-Za-z0-9+/]{8,}={0,2}"/g, (coded) => Buffer.from(coded, 'base64').toString());
  const named = secretsOf(checkout).find((secret) => `${text}${plain}`.includes(secret));
  if (named) throw new Error(`${file} names ${named}`);
  writeFileSync(join(place, file), text);
  console.log(`${file}: ${text.length} bytes`);
};

if (existsSync(WORKPLACE))
  throw new Error(`${WORKPLACE} is there already: remove it, unless another fixture is being made`);
mkdirSync(WORKPLACE, { mode: 0o755 });
const [broker, shared] = await Promise.all([startKafkaBroker(), withClickCounters()]);
try {
  write('click-messages.json', await makeClicks(broker, shared));
  const { commands, streams, events } = await makeStreams(broker, shared);
  write('command-messages.json', commands);
  write('event-streams.json', streams);
  write('event-messages.json', events);
} finally {
  await endPrograms();
  await Promise.all([broker.close(), shared.close()]);
  rmSync(WORKPLACE, { recursive: true, force: true, maxRetries: 10 });
}
