import { createKafkaDispatch, Deciders, serveCommands } from '@platform/commands';
import { COUNTER_CATEGORY, counterDecider, describeDispatch, FaultyStore } from '../contract/dispatch.contract';
import { type KafkaBroker, skipReason, startKafkaBroker } from '../support/kafka-broker';

const why = skipReason();
const log = { info: () => undefined, warn: () => undefined };
const topic = 'waymark.commands.counters';

if (why) describe.skip(`KafkaDispatch, skipped: ${why}`, () => it('has no broker', () => undefined));
else {
  let broker: KafkaBroker | undefined;
  afterAll(() => broker?.close());

  describeDispatch('KafkaDispatch', async () => {
    broker = await startKafkaBroker();
    const { brokers } = broker;
    const store = new FaultyStore();
    const deciders = new Deciders(store);
    deciders.register(COUNTER_CATEGORY, counterDecider);
    const service = serveCommands({ brokers, topic, deciders, log });
    const dispatch = await createKafkaDispatch({
      brokers, instance: 'gateway-1', topics: { [COUNTER_CATEGORY]: topic }, outcomeOf: (dispatched) => deciders.outcomeOf(dispatched), log,
    });
    await Promise.all([service.whenReady(), dispatch.whenReady()]);
    const close = async (): Promise<void> => {
      await dispatch.close();
      await service.stop();
      await store.close();
    };
    return { store, execute: (dispatched) => dispatch.execute(dispatched), close };
  });
}
