import { COUNTER_CATEGORY, counterDecider } from '../../../../test/contract/counter';
import { describeDispatch, FaultyStore } from '../../../../test/contract/dispatch.contract';
import { Deciders, LocalDispatch } from './index';

describeDispatch('LocalDispatch', async () => {
  const store = new FaultyStore();
  const deciders = new Deciders(store);
  deciders.register(COUNTER_CATEGORY, counterDecider);
  const local = new LocalDispatch(deciders);
  return Promise.resolve({ store, execute: (dispatched) => local.execute(dispatched), close: () => store.close() });
});
