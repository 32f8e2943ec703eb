import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { type Consumption, createKafka, type Kafka, type KafkaCluster } from '@platform/kafka';
import { eventStoreMigrations } from '@platform/event-store';
import { type KafkaBroker, startKafkaBroker } from '../support/kafka-broker';
import { prepareTree } from '../support/prepare-tree';
import { eventually } from '../support/programs';
import { type TestReadStore, withReadStore } from '../support/read-store';
import { tempFolders } from '../support/temp-folders';
import { freePort, launchProcess, type Running } from '../support/waymark';
import { describeOnKafka } from './on-kafka';

const ROOT = join(__dirname, '..', '..');
/** A client authenticates again when ten seconds or less are left. */
const REAUTHENTICATE_MS = 11_000;
const REFUSED = /^Kafka does not take the account; check KAFKA_USERNAME/;
const UNTRUSTED = /^the certificate of a Kafka broker is not trusted; check KAFKA_CA/;
const STOPPED = /^a Kafka consumer stopped/;

const suite = (): void => {
  let broker: KafkaBroker;
  let right: Required<KafkaCluster>;
  let topic: string;
  let stopping: AbortController;
  const opened: Kafka[] = [];
  const consuming: Consumption[] = [];
  const logged: { readonly message: string; readonly context: object }[] = [];

  beforeAll(async () => {
    broker = await startKafkaBroker({ guarded: { reauthenticateMs: REAUTHENTICATE_MS } });
    const { brokers, ca, username, password } = guarded();
    right = {
      brokers,
      tls: { ca: readFileSync(ca, 'utf8') },
      account: { username, password, mechanism: 'scram-sha-512' },
    };
  });
  afterAll(() => broker.close());
  beforeEach(() => {
    topic = `t.${randomUUID()}`;
    stopping = new AbortController();
    logged.length = 0;
  });
  afterEach(async () => {
    stopping.abort();
    await Promise.all(consuming.splice(0).map(({ ended }) => ended));
    await Promise.all(opened.splice(0).map((kafka) => kafka.close()));
  });

  const guarded = () => {
    if (!broker.guarded) throw new Error('the broker is not guarded');
    return broker.guarded;
  };
  const open = (cluster: KafkaCluster): Kafka => {
    const record = (context: object, message: string): void => void logged.push({ message, context });
    const kafka = createKafka({ ...cluster, clientId: 'test', log: { info: record, warn: record } });
    opened.push(kafka);
    return kafka;
  };
  /** What a consumer of the topic has received, and how often it was started. */
  const consume = (kafka: Kafka) => {
    const seen: string[] = [];
    let begun = 0;
    const consumption = kafka.consume({
      topics: [topic],
      groupId: `group of ${topic}`,
      fromBeginning: true,
      signal: stopping.signal,
      failed: () => 'park',
      prepare: () => {
        begun += 1;
        return kafka.ensureTopics([{ topic, partitions: 1 }]);
      },
      handle: async (messages) => void seen.push(...messages.map(({ value }) => String(value))),
    });
    consuming.push(consumption);
    return { seen, consumption, begun: () => begun };
  };
  /** A consumer that has retried repeatedly, beside a producer that has failed with this error. */
  const failing = async (cluster: KafkaCluster): Promise<unknown> => {
    const kafka = open(cluster);
    const { begun, consumption } = consume(kafka);
    const error: unknown = await kafka
      .producer()
      .send(topic, { value: '1' })
      .catch((reason: unknown) => reason);
    await eventually(() => expect(begun()).toBeGreaterThan(3));
    expect(consumption.ready()).toBe(false);
    return error;
  };
  const lines = () => logged.map(({ message }) => message);
  /**
   * What was logged about accounts and certificates, errors included. A consumer that joins a group of a new or busy
   * broker may be started twice, which is no concern of these tests.
   */
  const ofAccounts = () =>
    logged
      .map(({ message, context }) => `${message}: ${String('err' in context ? context.err : '')}`)
      .filter((text) => /account|SASL|authenticat|certificate|TLS/i.test(text));
  /** A line is said again after ten seconds, which is what a busy machine may take for a test. */
  const linesOf10Seconds = () => [...new Set(lines())];

  it.each(['plain', 'scram-sha-512'] as const)('carries messages for an account by %s', async (mechanism) => {
    const kafka = open({ ...right, account: { ...right.account, mechanism } });
    const { seen, consumption } = consume(kafka);
    await consumption.whenReady();
    await kafka.producer().send(topic, { value: '1' });
    await eventually(() => expect(seen).toEqual(['1']));
    expect(await kafka.awaitCommitted({ topic, groupId: `group of ${topic}`, withinMs: 60_000 })).toBe(true);
    expect(ofAccounts()).toEqual([]);
  });

  it("reauthenticates silently when the broker's session expires", async () => {
    const kafka = open(right);
    const { seen, consumption } = consume(kafka);
    await consumption.whenReady();
    const producer = kafka.producer();
    let sent = 0;
    for (const until = performance.now() + REAUTHENTICATE_MS + 3_000; performance.now() < until; sent += 1) {
      await producer.send(topic, { value: String(sent) });
      await delay(250);
    }
    await eventually(() => expect(seen).toHaveLength(sent));
    expect(ofAccounts()).toEqual([]);
  });

  it.each<[string, Partial<NonNullable<KafkaCluster['account']>>]>([
    ['a wrong password', { password: 'hunter2 of nobody' }],
    ['a wrong password by plain', { password: 'hunter2 of nobody', mechanism: 'plain' }],
    ['an unknown user', { username: 'nobody' }],
    ['a mechanism that the broker does not have', { mechanism: 'scram-sha-256' }],
  ])('logs %s in one line however often it is tried, and never the password', async (_, wrong) => {
    const error = await failing({ ...right, account: { ...right.account, ...wrong } });
    expect(String(error)).toMatch(/authentication failed|SASL mechanism/);
    expect(linesOf10Seconds()).toEqual([expect.stringMatching(REFUSED), expect.stringMatching(STOPPED)]);
    for (const secret of [right.account.password, 'hunter2'])
      expect(`${JSON.stringify(logged)}${String(error)}`).not.toContain(secret);
  });

  it.each<[string, () => Partial<KafkaCluster>]>([
    ['of a private authority that was not named', () => ({ tls: {} })],
    ['of another authority', () => ({ tls: { ca: rootCertificates[0] ?? '' } })],
    [
      'for another name',
      () => ({ brokers: right.brokers.map((address) => address.replace('127.0.0.1', 'localhost')) }),
    ],
  ])('logs a certificate %s in one line however often it is tried', async (_, wrong) => {
    const error = await failing({ ...right, ...wrong() });
    expect(String(error)).toMatch(/certificate/);
    expect(linesOf10Seconds().toSorted()).toEqual([expect.stringMatching(STOPPED), expect.stringMatching(UNTRUSTED)]);
  });

  describe('an app', () => {
    const folder = tempFolders();
    let store: TestReadStore;
    let running: Running | undefined;

    beforeAll(async () => {
      store = await withReadStore(eventStoreMigrations);
      prepareTree();
    });
    afterEach(() => running?.end());
    afterAll(() => store.close());

    const launch = async (app: string, env: Readonly<Record<string, string>> = {}): Promise<Running> => {
      const { brokers, ca, username, password } = guarded();
      running = await launchProcess({
        main: join(ROOT, `dist/apps/${app}/src/main.js`),
        dataDir: join(folder(), 'data'),
        port: await freePort(),
        env: {
          DATABASE_URL: store.database.url,
          KAFKA_BROKERS: brokers.join(),
          KAFKA_TLS: 'true',
          KAFKA_CA: ca,
          KAFKA_USERNAME: username,
          KAFKA_PASSWORD: password,
          KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
          ...env,
        },
      });
      return running;
    };
    const kafkaOf = async ({ url }: Running) =>
      ((await (await fetch(`${url}/health/ready`)).json()) as { checks: { kafka: { status: string } } }).checks.kafka
        .status;

    it.each(['relay', 'keys', 'scheduler'])('%s is connected by the variables of its environment', async (app) => {
      const process_ = await launch(app);
      await eventually(async () => expect(await kafkaOf(process_)).toBe('ok'));
      expect(process_.output()).not.toContain(right.account.password);
      expect(await process_.end()).toEqual({ code: 0, signal: null });
    });

    it('with a wrong password logs so, without the password', async () => {
      const process_ = await launch('scheduler', { KAFKA_PASSWORD: 'hunter2 of nobody' });
      expect(await kafkaOf(process_)).toBe('failed');
      const said = process_
        .output()
        .split('\n')
        .filter((line) => line.includes('Kafka does not take the account'));
      // Once in ten seconds, while it waits for Kafka before it is ready.
      expect(said.length).toBeGreaterThan(0);
      expect(said.length).toBeLessThan(4);
      expect(process_.output()).not.toContain('hunter2');
    });
  });
};

describeOnKafka('Kafka with TLS and an account', suite);
