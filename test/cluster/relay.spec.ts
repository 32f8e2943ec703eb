import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVENTS_TOPIC } from '@apps/relay';
import { RELAY } from '@contexts/aggregates';
import { KEY_CATEGORY, type KeyEvent, lineageStream } from '@contexts/keys';
import { LINK_CATEGORY, type LinkEvent, linkStream } from '@contexts/links';
import { type Event, type PublicEvent, idOf } from '@kernel';
import { eventStoreMigrations } from '@platform/event-store';
import { type Kafka, createKafka } from '@platform/kafka';
import { PostgresProcessorState } from '@platform/read-store';
import { newSecrets } from '../support/gateways';
import { type KafkaBroker, skipReason, startKafkaBroker } from '../support/kafka-broker';
import { linkCreated } from '../support/link-events';
import { prepareTree } from '../support/prepare-tree';
import { patientStore } from '../support/patient';
import { type OpenStore, openEventStore } from '../support/postgres-event-store';
import { FROM_SOURCES, type Program, endPrograms, eventually, startProgram } from '../support/programs';
import { storyOf, publishedBy } from '../support/public-samples';
import { type TestReadStore, quiet, withReadStore } from '../support/read-store';
import { freePort, launchProcess } from '../support/waymark';

const ROOT = join(__dirname, '..', '..');
const OPS = join(ROOT, 'apps', 'ops', 'src', 'main.ts');
const reason = skipReason();
const LONG = 1_200_000;

let test: TestReadStore;
let opened: OpenStore;
let broker: KafkaBroker;
let kafka: Kafka;
const reading = new AbortController();
let ended: Promise<unknown>;

/** The values of the topic, by key, in their order. */
const topic = new Map<string, string[]>();
const streams: string[] = [];

/** The topic, consumed from its beginning. */
const follow = async () => {
  kafka = createKafka({ brokers: broker.brokers, clientId: 'reader', log: quiet });
  await kafka.ensureTopics([EVENTS_TOPIC]);
  const consumption = kafka.consume({
    topics: [EVENTS_TOPIC.topic],
    groupId: `reader-${randomUUID()}`,
    fromBeginning: true,
    commit: false,
    batch: 500,
    concurrency: 4,
    signal: reading.signal,
    failed: () => 'park',
    handle: async (messages) => {
      for (const { key, value } of messages) topic.set(String(key), [...(topic.get(String(key)) ?? []), String(value)]);
    },
  });
  ended = consumption.ended;
  await consumption.whenReady();
};

beforeAll(async () => {
  if (reason) return;
  [test, broker] = await Promise.all([withReadStore(eventStoreMigrations), startKafkaBroker()]);
  opened = openEventStore(test.database);
  await follow();
}, LONG);
afterEach(() => endPrograms());
afterAll(async () => {
  if (reason) return;
  reading.abort();
  await ended;
  await kafka.close();
  await opened.close();
  await Promise.all([broker.close(), test.close()]);
}, LONG);

const startRelay = (...how: readonly string[]): Promise<Program> =>
  startProgram('test/fixtures/processes/relay.ts', [test.database.url, broker.brokers[0] ?? '', ...how]);

const metadata = storyOf('link.created')[0]!.metadata;
const append = (stream: string, expected: bigint, ...events: readonly Event[]) =>
  patientStore(opened.store).append(
    stream,
    events.map((event) => ({ id: randomUUID(), event, metadata: { ...metadata, at: new Date().toISOString() } })),
    expected,
  );

const newLink = async () => {
  const link_id = idOf('link', randomUUID());
  const stream = linkStream(link_id);
  streams.push(stream);
  await append(stream, -1n, linkCreated({ link_id, alias: link_id, created_by: metadata.actor }));
  return {
    link_id,
    stream,
    change: (revision: number) => append(stream, BigInt(revision), changed(link_id, revision)),
  };
};

const changed = (link_id: string, revision: number): LinkEvent => ({
  type: 'LinkUpdated',
  data: { link_id, changes: { title: { from: null, to: `title ${revision}` } } },
});

const newLineage = async () => {
  const lineage = randomUUID().replaceAll('-', '');
  const grant = {
    lineage,
    name: 'CMS',
    scope: 'read' as const,
    token_hash: 'a1'.repeat(32),
    pepper_id: 'p1',
    start: 'svc_live_abcd',
    expiration: null,
  };
  const stream = lineageStream(lineage);
  streams.push(stream);
  const [first, second] = [`key_${lineage}`, `key_${lineage}2`];
  const events: readonly KeyEvent[] = [
    { type: 'KeyCreated', data: { ...grant, key_id: first } },
    {
      type: 'KeyRotated',
      data: {
        ...grant,
        key_id: second,
        previous_key_id: first,
        grace_ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      },
    },
    { type: 'KeyRevoked', data: { key_id: second, reason: null } },
  ];
  await append(stream, -1n, ...events);
};

/** Links that are created and changed repeatedly by several concurrent writers. */
const changes = async (links: number, each: number) => {
  await Promise.all(
    Array.from({ length: links }, async () => {
      const link = await newLink();
      for (let revision = 0; revision < each; revision += 1) await link.change(revision);
    }),
  );
};

const firsts = (values: readonly string[]): PublicEvent[] => {
  const seen = new Map<string, PublicEvent>();
  for (const value of values) {
    const event = JSON.parse(value) as PublicEvent;
    const known = seen.get(event.id);
    if (known) expect(event).toEqual(known);
    else seen.set(event.id, event);
  }
  return [...seen.values()];
};

const typesOf = (values: readonly string[]) => firsts(values).map(({ type }) => type);

/** The topic has every public event of every resource, in order; repeats are identical. */
const topicIsWhole = async (within = 60_000) => {
  for (const stream of streams) {
    const expected = publishedBy(await opened.store.read(stream));
    await eventually(() => expect(firsts(topic.get(stream) ?? [])).toEqual(expected), within);
  }
};

/** A command of ops, as an operator gives it beside a cluster. */
const ops = (...command: readonly string[]) =>
  new Promise<{ code: unknown; value: unknown; err: string }>((resolve) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'waymark-ops-'));
    const env = { PATH: process.env['PATH'], DATABASE_URL: test.database.url, DATA_DIR: dataDir, ...secrets };
    const options = { cwd: dataDir, env: { ...env, KAFKA_BROKERS: broker.brokers.join() } };
    execFile(process.execPath, [...FROM_SOURCES, OPS, ...command, '--json'], options, (error, out, err) => {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
      resolve({ code: error ? error.code : 0, value: out ? JSON.parse(out) : undefined, err });
    });
  });
const secrets = newSecrets();

const repeats = () => [...topic.values()].reduce((sum, values) => sum + values.length - firsts(values).length, 0);
const checkpoint = () => new PostgresProcessorState(test.store.system, RELAY.name).checkpoint();
const caughtUp = async () =>
  eventually(
    async () => expect(await checkpoint()).toBe(await opened.store.head([LINK_CATEGORY, KEY_CATEGORY])),
    60_000,
  );

(reason ? describe.skip : describe)(reason ? `the relay, skipped: ${reason}` : 'the relay', () => {
  it(
    'publishes every change on the topic, in order per resource',
    async () => {
      await changes(10, 5);
      await startRelay();
      await Promise.all([changes(20, 10), newLineage(), newLineage()]);
      await topicIsWhole();
      expect(topic.get(streams.find((stream) => stream.startsWith('apikey-')) ?? '')).toHaveLength(3);
      // Before this test's relay is killed, as the next one starts where it ended.
      await caughtUp();
    },
    LONG,
  );

  it(
    'repeats with the same ids what it published before it was killed, and loses nothing',
    async () => {
      await caughtUp();
      const [before, repeated] = [await checkpoint(), repeats()];
      const relay = await startRelay('deaf');
      const published = once(relay.child, 'message');
      await newLink();
      await published;
      await relay.end('SIGKILL');
      expect(await checkpoint()).toBe(before);
      await changes(5, 3);
      await startRelay();
      await caughtUp();
      await topicIsWhole();
      await eventually(() => expect(repeats()).toBeGreaterThan(repeated));
    },
    LONG,
  );

  it(
    'loses nothing while it is killed repeatedly during changes',
    async () => {
      let over = false;
      const writing = changes(10, 40).finally(() => (over = true));
      for (let round = 0; round < 4 || !over; round += 1) {
        const relay = await startRelay();
        const moved = await checkpoint();
        await eventually(async () => expect((await checkpoint()) > moved || over).toBe(true));
        await relay.end('SIGKILL');
      }
      await writing;
      await startRelay();
      await caughtUp();
      await topicIsWhole();
    },
    LONG,
  );

  it(
    'continues when the broker is back, without a restart',
    async () => {
      const relay = await startRelay();
      await caughtUp();
      await broker.kill();
      await changes(5, 5);
      await broker.restart();
      await caughtUp();
      await topicIsWhole();
      expect(relay.child.exitCode).toBeNull();
    },
    LONG,
  );

  it(
    'parks an event that it cannot publish, with its successors, goes on with others, and publishes after a repair',
    async () => {
      await startRelay();
      const { link_id, stream, change } = await newLink();
      const broken = { link_id, changes: null as unknown as object };
      await append(stream, 0n, { type: 'LinkUpdated', data: broken });
      await change(1);
      const parked = () => new PostgresProcessorState(test.store.system, RELAY.name).parked();
      await eventually(async () => expect(await parked()).toMatchObject([{ stream }]));
      const healthy = await newLink();
      await eventually(() => expect(topic.get(healthy.stream)).toHaveLength(1), 60_000);
      await caughtUp();
      // What follows the event in its stream is held back with it.
      expect(typesOf(topic.get(stream) ?? [])).toEqual(['link.created']);
      expect(await ops('checkpoints')).toMatchObject({
        value: { parked_streams: [{ processor: 'relay', stream, cause: expect.stringContaining('TypeError') }] },
      });
      expect(await ops('replay', 'relay')).toMatchObject({ code: 1, value: { tried: true, released: [] } });
      await test.owner.query(
        `update waymark_events.events set data = jsonb_set(data, '{changes}', '{}') where stream = $1 and revision = 1`,
        [stream],
      );
      expect(await ops('replay', 'relay')).toMatchObject({
        code: 0,
        value: { processor: 'relay', tried: true, released: [stream], parked: [] },
      });
      await caughtUp();
      await topicIsWhole();
    },
    LONG,
  );

  it(
    'is an app of its own: ready with its servers, and ended in good order',
    async () => {
      prepareTree();
      const folder = mkdtempSync(join(tmpdir(), 'waymark-relay-'));
      const env = {
        DATABASE_URL: test.database.url,
        KAFKA_BROKERS: broker.brokers.join(),
        PUBLIC_URL: 'https://go.example.com',
      };
      const relay = await launchProcess({
        main: join(ROOT, 'dist/apps/relay/src/main.js'),
        dataDir: join(folder, 'data'),
        port: await freePort(),
        env,
      });
      try {
        await changes(3, 3);
        await topicIsWhole();
        await caughtUp();
        const { checks } = (await (await fetch(`${relay.url}/health/ready`)).json()) as { checks: object };
        expect(Object.keys(checks).sort()).toEqual(['event_store', 'kafka', 'postgres', 'processors', 'start']);
        expect(await (await fetch(`${relay.url}/metrics`)).text()).toMatch(
          /^relay_events_published_total\{type="link.updated"\} [1-9]/m,
        );
      } finally {
        expect(await relay.end()).toEqual({ code: 0, signal: null });
        rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      }
    },
    LONG,
  );
});
