import { createKafkaDispatch, Deciders, serveCommands } from '@platform/commands';
import { COUNTER_CATEGORY, counterDecider } from '../contract/counter';
import { describeDispatch, FaultyStore } from '../contract/dispatch.contract';
import { type KafkaBroker, startKafkaBroker } from '../support/kafka-broker';
import { describeOnKafka } from './on-kafka';

const log = { info: () => undefined, warn: () => undefined };
const topic = 'waymark.commands.counters';

describeOnKafka('A broker', () => {
  let broker: KafkaBroker;
  beforeAll(async () => {
    broker = await startKafkaBroker();
  });
  afterAll(() => broker.close());

  describeDispatch('KafkaDispatch', async () => {
    const { brokers } = broker;
    const store = new FaultyStore();
    const deciders = new Deciders(store);
    deciders.register(COUNTER_CATEGORY, counterDecider);
    const service = serveCommands({ brokers, topic, deciders, clock: Date.now, log });
    const dispatch = await createKafkaDispatch({
      brokers,
      instance: 'gateway-1',
      topics: { [COUNTER_CATEGORY]: topic },
      outcomeOf: (dispatched) => deciders.outcomeOf(dispatched),
      clock: Date.now,
      log,
      // This checks what is answered; the specs of faults check how soon.
      deadlineMs: 60_000,
    });
    await Promise.all([service.whenReady(), dispatch.whenReady()]);
    const close = async (): Promise<void> => {
      await dispatch.close();
      await service.stop();
      await store.close();
    };
    return { store, execute: (dispatched) => dispatch.execute(dispatched), close };
  });
});
