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
