import { createEventStoreDb, type EventStoreDbOptions, type StoreLog } from '@platform/event-store';
import { NO_STREAM, StoreUnavailable } from '@kernel';
import { describeEventStore } from '../../../../../test/contract/event-store.contract';
import { newCategory, numbered, numbersOf, Subscriber, within } from '../../../../../test/contract/event-store.support';
import { type EventStoreDbDouble, startEventStoreDbDouble } from '../../../../../test/support/eventstoredb-double';

const silent: StoreLog = { info: () => undefined, warn: () => undefined };
const quick: EventStoreDbOptions['timing'] = { append: 2_000, silence: 200, heartbeat: 1_000 };
const storeAt = (url: string, timing = quick) => createEventStoreDb({ url, log: silent, timing });

describeEventStore('EventStoreDB (protocol double)', async () => {
  const double = await startEventStoreDbDouble();
  const stores = [storeAt(double.url), storeAt(double.url)] as const;
  return {
    store: stores[0],
    secondStore: () => stores[1],
    drop: () => double.network.drop(),
    close: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await double.close();
    },
  };
});
