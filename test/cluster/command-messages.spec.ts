import { randomUUID } from 'node:crypto';
import { type Outcome, StoreUnavailable } from '@kernel';
import {
  type CommandService,
  createKafkaDispatch,
  Deciders,
  type KafkaDispatch,
  LocalDispatch,
  serveCommands,
} from '@platform/commands';
import { createKafka, type Kafka, type KafkaProducer } from '@platform/kafka';
import { metrics } from '@platform/telemetry';
import { add, COUNTER_CATEGORY, counterDecider, newStream } from '../contract/counter';
import { FaultyStore } from '../contract/dispatch.contract';
import { insist } from '../support/insist';
import { type KafkaBroker, startKafkaBroker } from '../support/kafka-broker';
import { eventually } from '../support/programs';
import { describeOnKafka } from './on-kafka';

const topic = 'waymark.commands.counters';
const replyTopic = 'waymark.replies.tester';

const suite = (): void => {
  let broker: KafkaBroker;
  let kafka: Kafka;
  let producer: KafkaProducer;
  let store: FaultyStore;
  let deciders: Deciders;
  let service: CommandService;
  let dispatch: KafkaDispatch;
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (_: object, message: string) => void warnings.push(message) };
  const replies: { readonly id: string | undefined; readonly body: Record<string, unknown> }[] = [];
  const listening = new AbortController();
  let listened: Promise<void>;

  beforeAll(async () => {
    broker = await startKafkaBroker();
    const { brokers } = broker;
    store = new FaultyStore();
    deciders = new Deciders(store);
    deciders.register(COUNTER_CATEGORY, counterDecider);
    service = serveCommands({ brokers, topic, deciders, clock: Date.now, log });
    dispatch = await createKafkaDispatch({
      brokers,
      instance: 'gateway',
      topics: { [COUNTER_CATEGORY]: topic },
      outcomeOf: (command) => deciders.outcomeOf(command),
      clock: Date.now,
      log,
    });
    kafka = createKafka({ brokers, clientId: 'tester', log });
    producer = kafka.producer();
    await kafka.ensureTopics([{ topic: replyTopic, partitions: 1 }]);
    const consumption = kafka.consume({
      topics: [replyTopic],
      groupId: 'tester',
      fromBeginning: true,
      signal: listening.signal,
      failed: () => 'park',
      handle: async (messages) =>
        messages.forEach(({ headers, value }) => {
          replies.push({
            id: headers.get('waymark-correlation-id'),
            body: JSON.parse(value?.toString() ?? '{}') as Record<string, unknown>,
          });
        }),
    });
    listened = consumption.ended;
    await Promise.all([service.whenReady(), dispatch.whenReady(), consumption.whenReady()]);
  });
  afterAll(async () => {
    listening.abort();
    await Promise.all([dispatch.close(), service.stop(), kafka.close(), listened]);
    await store.close();
    await broker.close();
  });
  beforeEach(() => {
    store.comeBack();
    warnings.length = 0;
    replies.length = 0;
  });

  const IN_TIME = (): string => String(Date.now() + 60_000);
  const good = () => {
    const { stream, command, metadata } = add(newStream(), 1);
    return { version: 1, stream, command, metadata };
  };
  /** Sends bytes to the partition of `key`; returns the correlation id. */
  const sendRaw = async (
    value: Buffer | string | null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<string> => {
    const id = randomUUID();
    const address = { 'waymark-correlation-id': id, 'waymark-reply-topic': replyTopic, 'waymark-deadline': IN_TIME() };
    await producer.send(topic, { key: 'poison', value: value as Buffer, headers: { ...address, ...headers } });
    return id;
  };
  const handled = async (result: string): Promise<number> => {
    const counter = metrics.registry.getSingleMetric('commands_handled_total');
    return (await counter?.get())?.values.find(({ labels }) => labels.result === result)?.value ?? 0;
  };

  const POISON: readonly (readonly [what: string, value: () => Buffer | string | null])[] = [
    ['that is not JSON', () => '{"version":1,'],
    ['that is empty', () => ''],
    ['that is a tombstone', () => null],
    ['of random bytes', () => Buffer.from([0, 255, 254, 1, 2, 3])],
    ['of 900 kB of brackets', () => '['.repeat(900_000)],
    ['that is a list', () => '[1,2]'],
    ['of an unknown category', () => JSON.stringify({ ...good(), stream: 'stranger-1' })],
    ['of a category such as __proto__', () => JSON.stringify({ ...good(), stream: '__proto__-1' })],
    ['with a prototype key', () => JSON.stringify(good()).replace('"n"', '"__proto__"')],
    ['with a stream of the wrong type', () => JSON.stringify({ ...good(), stream: 5 })],
    [
      'with an actor of the wrong type',
      () => JSON.stringify({ ...good(), metadata: { ...good().metadata, actor: 'me' } }),
    ],
  ];

  it.each(POISON)('sets a message aside %s, answers its sender, and continues', async (_what, value) => {
    const before = await handled('parked');
    const id = await sendRaw(value());
    const after = good();
    const next = await sendRaw(JSON.stringify(after));
    await eventually(() => expect(replies.map((reply) => reply.id)).toEqual([id, next]));
    expect(replies.map(({ body }) => body.kind)).toEqual(['failed', 'outcome']);
    await eventually(async () => expect(await handled('parked')).toBe(before + 1));
    expect(warnings).toEqual(['set aside a message that is not a command']);
    expect(service.ready()).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ['is missing', { 'waymark-reply-topic': '' }],
    ['does not exist', { 'waymark-reply-topic': 'waymark.replies.nobody' }],
    ['is not a topic for replies', { 'waymark-reply-topic': topic }],
    ['looks like JSON', { 'waymark-reply-topic': '{"a":1}', 'waymark-correlation-id': '["b"]' }],
  ])('handles a command whose reply topic %s, and continues', async (_what, headers) => {
    const command = good();
    await sendRaw(JSON.stringify(command), headers);
    const began = performance.now();
    const next = await sendRaw(JSON.stringify(good()));
    await eventually(() => expect(replies.map((reply) => reply.id)).toEqual([next]));
    expect(performance.now() - began).toBeLessThan(60_000);
    expect(await store.read(command.stream)).toHaveLength(1);
  });

  it('drops a late command, and one without a deadline', async () => {
    const before = await handled('late');
    const [late, timeless] = [good(), good()];
    await sendRaw(JSON.stringify(late), { 'waymark-deadline': String(Date.now() - 1) });
    const id = await sendRaw(JSON.stringify(timeless), { 'waymark-deadline': 'soon' });
    await eventually(() =>
      expect(replies).toEqual([{ id, body: { version: 1, kind: 'failed', detail: 'the message has no deadline' } }]),
    );
    expect(await handled('late')).toBe(before + 1);
    expect([...(await store.read(late.stream)), ...(await store.read(timeless.stream))]).toEqual([]);
  });

  it('drops what waited for a hung store, and works again when it is back', async () => {
    store.hang();
    const began = performance.now();
    const settled = await Promise.allSettled(Array.from({ length: 30 }, () => dispatch.execute(add(newStream(), 1))));
    // The deadline is 2 s; the store would hang without end.
    expect(performance.now() - began).toBeLessThan(60_000);
    for (const result of settled)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) as unknown });
    store.comeBack();
    await eventually(async () => expect(await dispatch.execute(add(newStream(), 1))).toMatchObject({ revision: 0n }));
  });

  it('ignores an unexpected or unreadable answer', async () => {
    const own = 'waymark.replies.gateway';
    for (const value of [
      '{',
      '{"version":1,"kind":"outcome"}',
      JSON.stringify({ version: 1, kind: 'failed', detail: 'x' }),
    ]) {
      await producer.send(own, { value, headers: { 'waymark-correlation-id': randomUUID() } });
      await producer.send(own, { value });
    }
    await eventually(async () => expect(await dispatch.execute(add(newStream(), 1))).toMatchObject({ revision: 0n }));
  });

  it('finishes commands under way when it is stopped, and leaves the rest to others', async () => {
    const { brokers } = broker;
    const own = `waymark.commands.${randomUUID()}`;
    const [first, second] = [
      serveCommands({ brokers, topic: own, deciders, clock: Date.now, log }),
      serveCommands({ brokers, topic: own, deciders, clock: Date.now, log }),
    ];
    await Promise.all([first.whenReady(), second.whenReady()]);
    const other = await createKafkaDispatch({
      brokers,
      instance: 'other',
      topics: { [COUNTER_CATEGORY]: own },
      outcomeOf: () => Promise.resolve(undefined),
      clock: Date.now,
      log,
      deadlineMs: 120_000,
    });
    await other.whenReady();
    const sent = Array.from({ length: 60 }, () => other.execute(add(newStream(), 1)));
    await sent[0];
    await first.stop();
    expect(first.ready()).toBe(false);
    await expect(Promise.all(sent)).resolves.toHaveLength(60);
    await other.close();
    await second.stop();
  });

  it("gives each command to exactly one service of a topic, and a stream's always to the same", async () => {
    const { brokers } = broker;
    const own = `waymark.commands.${randomUUID()}`;
    const stores = [new FaultyStore(), new FaultyStore()];
    const services = stores.map((each) => {
      const handlers = new Deciders(each);
      handlers.register(COUNTER_CATEGORY, counterDecider);
      return serveCommands({ brokers, topic: own, deciders: handlers, clock: Date.now, log });
    });
    const other = await createKafkaDispatch({
      brokers,
      instance: randomUUID(),
      topics: { [COUNTER_CATEGORY]: own },
      outcomeOf: () => Promise.resolve(undefined),
      clock: Date.now,
      log,
      deadlineMs: 120_000,
    });
    await Promise.all([other, ...services].map((part) => part.whenReady()));
    // The group is stable once both have joined; from then on each has its partitions.
    await eventually(async () => {
      for (const each of stores) each.appends = 0;
      await Promise.all(Array.from({ length: 24 }, () => other.execute(add(newStream(), 1))));
      expect(stores.map(({ appends }) => appends > 0)).toEqual([true, true]);
    });
    const before = stores.reduce((sum, { appends }) => sum + appends, 0);
    const streams = Array.from({ length: 20 }, newStream);
    const sent = streams.flatMap((stream) => [1, 2, 3].map((n) => other.execute(add(stream, n))));
    const outcomes = await Promise.all(sent);
    expect(outcomes.map(({ revision }) => revision)).toEqual(streams.flatMap(() => [0n, 1n, 2n]));
    expect(stores.reduce((sum, { appends }) => sum + appends, 0)).toBe(before + 60);
    await Promise.all([other.close(), ...services.map((each) => each.stop())]);
    await Promise.all(stores.map((each) => each.close()));
  });

  it('prints the cost of the way over Kafka', async () => {
    const local = new LocalDispatch(deciders);
    const dispatches: readonly (readonly [string, (n: number) => Promise<Outcome<unknown>>])[] = [
      ['in this process', () => local.execute(add(newStream(), 1))],
      ['over Kafka', () => insist(() => dispatch.execute(add(newStream(), 1)))],
    ];
    for (const [name, execute] of dispatches) {
      for (const writers of [1, 16]) {
        const times: number[] = [];
        await Promise.all(
          Array.from({ length: writers }, async () => {
            for (let n = 0; n < 320 / writers; n += 1) {
              const began = performance.now();
              await execute(n);
              times.push(performance.now() - began);
            }
          }),
        );
        times.sort((a, b) => a - b);
        const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(2);
        process.stdout.write(`a command ${name}, ${writers} at once: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`);
      }
    }
  });
};

describeOnKafka('A write service on Kafka', suite);
