import { MemoryEventStore } from '@platform/event-store';
import { describeEventStore } from '../../../../test/contract/event-store.contract';

describeEventStore('MemoryEventStore', () => {
  const store = new MemoryEventStore();
  return { store, close: () => store.close() };
});
