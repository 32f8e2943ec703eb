import { createKafka, type Consume, type Consumption, type Kafka } from '@platform/kafka';
import { randomUUID } from 'node:crypto';
import { Kafka as Client, logLevel } from 'kafkajs';
import { type KafkaBroker, startKafkaBroker } from '../support/kafka-broker';
import { eventually } from '../support/programs';
import { describeOnKafka } from './on-kafka';

const suite = (): void => {
  let broker: KafkaBroker;
  let kafka: Kafka;
  let topic: string;
  let stopping: AbortController;
  const consuming: Consumption[] = [];
  const warnings: string[] = [];

  beforeAll(async () => {
    broker = await startKafkaBroker();
  });
  afterAll(() => broker.close());
  beforeEach(async () => {
    kafka = createKafka({
      brokers: broker.brokers,
      clientId: 'test',
      log: { info: () => undefined, warn: (_, message) => warnings.push(message) },
    });
    topic = `t.${randomUUID()}`;
    stopping = new AbortController();
    warnings.length = 0;
    await kafka.ensureTopics([{ topic, partitions: 3, config: { 'retention.ms': '600000' } }]);
  });
  afterEach(async () => {
    stopping.abort();
    await Promise.all(consuming.splice(0).map(({ ended }) => ended));
    await kafka.close();
  });

  /** What a consumer of the topic has received, in order. */
  const consume = (options: Partial<Consume> = {}) => {
    const seen: string[] = [];
    const consumption = kafka.consume({
      topics: [topic],
      groupId: `group of ${topic}`,
      fromBeginning: true,
      signal: stopping.signal,
      failed: () => 'park',
      ...options,
      handle: async (messages) => {
        for (const { value } of messages) seen.push(value?.toString() ?? 'nothing');
        await options.handle?.(messages);
      },
    });
    consuming.push(consumption);
    return { seen, consumption };
  };
  const send = async (...values: string[]): Promise<void> => {
    const producer = kafka.producer();
    for (const value of values) await producer.send(topic, { key: 'one', value });
  };

  it('carries key, value and headers, in order per key', async () => {
    const producer = kafka.producer();
    const got: unknown[] = [];
    consume({
      handle: async (messages) =>
        void got.push(
          ...messages.map(({ key, value, headers }) => [key?.toString(), value?.toString(), headers.get('h')]),
        ),
    });
    await Promise.all(
      ['1', '2', '3'].map((value) => producer.send(topic, { key: 'k', value, headers: { h: `h${value}` } })),
    );
    await eventually(() =>
      expect(got).toEqual([
        ['k', '1', 'h1'],
        ['k', '2', 'h2'],
        ['k', '3', 'h3'],
      ]),
    );
  });

  it.each([TypeError, RangeError, SyntaxError, ReferenceError, Error])(
    'continues after a %p of its handler, once the message is parked',
    async (Fault) => {
      const parked: unknown[] = [];
      const { seen } = consume({
        handle: ([message]) =>
          message?.value?.toString() === 'bad' ? Promise.reject(new Fault('of ours')) : Promise.resolve(),
        failed: (error, [message]) => {
          parked.push([(error as Error).message, message?.value?.toString()]);
          return 'park';
        },
      });
      await send('1', 'bad', '2');
      await eventually(() => expect(seen).toEqual(['1', 'bad', '2']));
      expect(parked).toEqual([['of ours', 'bad']]);
    },
  );

  it('sends large messages that come at once in portions that the broker takes', async () => {
    const producer = kafka.producer();
    const { seen } = consume();
    const values = Array.from({ length: 12 }, (_, n) => String(n).padEnd(200_000, 'x'));
    await Promise.all(values.map((value) => producer.send(topic, { key: 'one', value })));
    await eventually(() => expect(seen.length).toBe(12));
    expect(seen).toEqual(values);
  });

  it('redelivers retried messages in order, also for longer than kafkajs retries', async () => {
    let failures = 7;
    const { seen } = consume({
      handle: ([message]) =>
        message?.value?.toString() === '2' && (failures -= 1) >= 0
          ? Promise.reject(new TypeError('for now'))
          : Promise.resolve(),
      failed: () => 'retry',
    });
    await send('1', '2', '3');
    await eventually(() => expect(seen.at(-1)).toBe('3'));
    expect(seen).toEqual(['1', ...Array.from({ length: 8 }, () => '2'), '3']);
  });

  it('stays in the group while a handler takes longer than the session timeout', async () => {
    const { seen, consumption } = consume({
      handle: ([message]) =>
        new Promise((resolve) => setTimeout(resolve, message?.value?.toString() === 'long' ? 7_500 : 0)),
    });
    await send('long', 'next');
    await eventually(() => expect(seen).toEqual(['long', 'next']));
    expect(consumption.ready()).toBe(true);
    expect(warnings.filter((warning) => /consumer|group/.test(warning))).toEqual([]);
  });

  it('commits an offset only once its handler has resolved', async () => {
    let resolve = (): void => undefined;
    const { seen } = consume({ handle: () => new Promise((done) => (resolve = done)) });
    await send('1');
    await eventually(() => expect(seen).toEqual(['1']));
    expect(await offsets(broker, `group of ${topic}`, topic)).toEqual(['-1', '-1', '-1']);
    resolve();
    await eventually(async () => expect(await offsets(broker, `group of ${topic}`, topic)).toContain('1'));
  });

  it('finishes and commits what it has begun when it is stopped, and leaves the group', async () => {
    const groupId = `group of ${topic}`;
    let finish = (): void => undefined;
    const { seen, consumption } = consume({ handle: () => new Promise((done) => (finish = done)) });
    await send('1', '2');
    await eventually(() => expect(seen).toEqual(['1']));
    stopping.abort();
    finish();
    await consumption.ended;
    expect(seen).toEqual(['1']);
    expect(await offsets(broker, groupId, topic)).toContain('1');
    const admin = client(broker).admin();
    await admin.connect();
    const { groups } = await admin.describeGroups([groupId]);
    await admin.disconnect();
    expect(groups.map(({ members }) => members)).toEqual([[]]);
  });

  it('reports when a group has committed everything in a topic, on every partition', async () => {
    const groupId = `group of ${topic}`;
    expect(await kafka.awaitCommitted({ topic: `${topic}.of nobody`, groupId, withinMs: 60_000 })).toBe(true);
    expect(await kafka.awaitCommitted({ topic, groupId, withinMs: 60_000 })).toBe(true);
    const producer = kafka.producer();
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => producer.send(topic, { key, value: key })));
    expect(await kafka.awaitCommitted({ topic, groupId, withinMs: 0 })).toBe(false);
    let resolve = (): void => undefined;
    const held = new Promise<void>((done) => (resolve = done));
    const { seen } = consume({
      concurrency: 3,
      handle: ([message]) => (message?.key?.toString() === 'c' ? held : Promise.resolve()),
    });
    await eventually(() => expect(seen).toContain('c'));
    expect(await kafka.awaitCommitted({ topic, groupId, withinMs: 500 })).toBe(false);
    const waiting = kafka.awaitCommitted({ topic, groupId, withinMs: 60_000 });
    resolve();
    expect(await waiting).toBe(true);
    expect(seen.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('creates a topic once, and does not change an existing one', async () => {
    await kafka.ensureTopics([
      { topic, partitions: 99 },
      { topic: `${topic}.too`, partitions: 1 },
    ]);
    const admin = client(broker).admin();
    await admin.connect();
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic, `${topic}.too`] });
    await admin.disconnect();
    expect(topics.map(({ partitions }) => partitions.length).sort()).toEqual([1, 3]);
  });

  it('sends to its other topics after one has been deleted', async () => {
    const producer = kafka.producer();
    const doomed = `${topic}.doomed`;
    await kafka.ensureTopics([{ topic: doomed, partitions: 1 }]);
    await producer.send(doomed, { value: '1' });
    await producer.send(topic, { value: '1' });
    const admin = client(broker).admin();
    await admin.connect();
    await admin.deleteTopics({ topics: [doomed] });
    await admin.disconnect();
    // The broker deletes it after it has answered.
    await eventually(() => expect(producer.send(doomed, { value: '2' })).rejects.toThrow());
    await expect(producer.send(topic, { value: '2' })).resolves.toBeUndefined();
    // The first request for a topic reloads the metadata of all topics.
    await kafka.ensureTopics([{ topic: `${topic}.new`, partitions: 1 }]);
    await expect(producer.send(`${topic}.new`, { value: '1' })).resolves.toBeUndefined();
  });

  it('gives up a message at its deadline while no broker answers, and never sends it later', async () => {
    const { seen, consumption } = consume();
    await consumption.whenReady();
    const producer = kafka.producer();
    await producer.send(topic, { key: 'one', value: 'before' });
    await broker.freeze();
    const began = performance.now();
    const give = (value: string) => producer.send(topic, { key: 'one', value }, { deadlineMs: 500 });
    const first = give('first');
    first.catch(() => undefined);
    // A batch is taken at the end of a turn, and in the next turn the first one is under way.
    for (let turns = 0; turns < 2; turns += 1) await new Promise(setImmediate);
    const settled = await Promise.allSettled([first, give('second'), give('third')]);
    // The broker is stopped until this test resumes it.
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await eventually(() => expect(consumption.ready()).toBe(false));
    broker.thaw();
    await producer.send(topic, { key: 'one', value: 'after' });
    await eventually(() => expect(seen.at(-1)).toBe('after'));
    // The first was under way, so the broker may have it, once or once per attempt.
    expect(seen.filter((value) => value !== 'first')).toEqual(['before', 'after']);
  });

  it('consumes again once its broker is back, and logs it', async () => {
    const { seen, consumption } = consume();
    await consumption.whenReady();
    await broker.stop();
    await eventually(() => expect(consumption.ready()).toBe(false));
    await broker.restart();
    await send('after');
    await eventually(() => expect(seen).toEqual(['after']));
    await eventually(() => expect(consumption.ready()).toBe(true));
    expect(warnings).toContain('a Kafka consumer stopped; starting it again until it works');
  });
};

const client = ({ brokers }: KafkaBroker): Client => new Client({ brokers: [...brokers], logLevel: logLevel.NOTHING });

const offsets = async (broker: KafkaBroker, groupId: string, topic: string): Promise<string[]> => {
  const admin = client(broker).admin();
  await admin.connect();
  const read = await admin.fetchOffsets({ groupId, topics: [topic] });
  await admin.disconnect();
  return read.flatMap(({ partitions }) => partitions.map(({ offset }) => offset));
};

describeOnKafka('Kafka', suite);
