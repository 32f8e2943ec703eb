import { setImmediate } from 'node:timers/promises';
import { StoreUnavailable } from '@kernel';
import { COUNTER_CATEGORY, add, counterDecider, newStream } from '../../../../test/contract/counter';
import { describeDispatch, FaultyStore } from '../../../../test/contract/dispatch.contract';
import { Deciders, LocalDispatch } from './index';

describeDispatch('LocalDispatch', async () => {
  const store = new FaultyStore();
  const deciders = new Deciders(store);
  deciders.register(COUNTER_CATEGORY, counterDecider);
  const local = new LocalDispatch(deciders);
  return Promise.resolve({ store, execute: (dispatched) => local.execute(dispatched), close: () => store.close() });
});

describe('LocalDispatch with a deadline', () => {
  it('refuses a command whose store is silent, and gives the outcome of its repeat', async () => {
    const store = new FaultyStore();
    const deciders = new Deciders(store);
    deciders.register(COUNTER_CATEGORY, counterDecider);
    const command = add(newStream(), 1);
    store.hang();
    await expect(new LocalDispatch(deciders, 20).execute(command)).rejects.toThrow(StoreUnavailable);
    store.comeBack();
    expect(await new LocalDispatch(deciders, 60_000).execute(command)).toMatchObject({ revision: 0n });
  });

  it('does not handle a command that was given up before its turn', async () => {
    const store = new FaultyStore();
    const deciders = new Deciders(store);
    deciders.register(COUNTER_CATEGORY, counterDecider);
    const stream = newStream();
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const read = store.read.bind(store);
    jest.spyOn(store, 'read').mockImplementationOnce(async (...args) => slow.then(() => read(...args)));
    const local = new LocalDispatch(deciders, 300);
    const commands = [1, 2, 3].map((amount) => local.execute(add(stream, amount)));
    await Promise.all(commands.map((one) => expect(one).rejects.toThrow(StoreUnavailable)));
    answer();
    // The first was being handled, and the others waited for it.
    expect(await local.execute(add(stream, 4))).toMatchObject({ revision: 1n, state: { sum: 5 } });
  });

  it('does not keep a command waiting for an earlier one of its stream that never ends', async () => {
    const store = new FaultyStore();
    const deciders = new Deciders(store);
    deciders.register(COUNTER_CATEGORY, counterDecider);
    const local = new LocalDispatch(deciders);
    const stream = newStream();
    store.hang();
    void local.execute(add(stream, 1));
    await setImmediate();
    store.comeBack();
    expect(await local.execute(add(stream, 2))).toMatchObject({ revision: 0n, state: { sum: 2 } });
  });
});
