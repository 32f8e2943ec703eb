import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { StoreUnavailable } from '@kernel';
import { MemoryEventStore } from '@platform/event-store';
import { add, COUNTER_CATEGORY, counterDecider, newStream } from '../../../../test/contract/counter';
import { createKafkaDispatch, Deciders, KafkaDispatch, LocalDispatch } from './index';

const log = { info: () => undefined, warn: () => undefined };

/** Without a broker: what a gateway guarantees while its Kafka is down. */
describe('KafkaDispatch without a broker', () => {
  const store = new MemoryEventStore();
  const deciders = new Deciders(store);
  deciders.register(COUNTER_CATEGORY, counterDecider);
  let dispatch: KafkaDispatch;

  beforeEach(async () => {
    dispatch = await createKafkaDispatch({
      brokers: ['127.0.0.1:1'],
      instance: 'gateway-1',
      topics: { [COUNTER_CATEGORY]: 'waymark.commands.counters' },
      outcomeOf: (command) => deciders.outcomeOf(command),
      clock: Date.now,
      log,
      deadlineMs: 400,
    });
  });
  afterEach(() => dispatch.close());

  it('starts, says that it is not ready, and is unavailable in the end', async () => {
    expect(dispatch.ready()).toBe(false);
    await expect(dispatch.execute(add(newStream(), 1))).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('answers with an outcome that is on record already', async () => {
    const command = add(newStream(), 1);
    await new LocalDispatch(deciders).execute(command);
    await expect(dispatch.execute(command)).resolves.toMatchObject({ state: { sum: 1 }, repeated: true });
  });

  it('refuses a category that no topic takes', async () => {
    await expect(dispatch.execute({ ...add('stranger-1', 1), stream: 'stranger-1' })).rejects.toThrow(
      'no topic takes commands of the category stranger',
    );
  });

  it('refuses a name that is no valid topic', () => {
    expect(() =>
      createKafkaDispatch({
        brokers: ['127.0.0.1:1'],
        instance: 'a b',
        topics: {},
        outcomeOf: () => Promise.resolve(undefined),
        clock: Date.now,
        log,
      }),
    ).toThrow('a b');
  });

  it("takes commands from Nest's bus", async () => {
    const module = await Test.createTestingModule({
      imports: [CqrsModule.forRoot()],
      providers: [{ provide: KafkaDispatch, useFactory: () => dispatch, inject: [] }],
    }).compile();
    await module.init();
    await expect(module.get(CommandBus).execute(add(newStream(), 1))).rejects.toBeInstanceOf(StoreUnavailable);
    await module.close();
  });
});
