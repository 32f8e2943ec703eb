import { hash } from 'node:crypto';
import { CATEGORIES } from '@contexts/aggregates';
import type { EventStore, Recorded } from '@kernel';
import { readEvents } from '@platform/read-store';

/** What must be equal in two stores, stream by stream; positions may differ. */
export class Digests {
  events = 0;
  readonly streams = new Map<string, string>();

  /** Call it with each event, in the order of the store. */
  add({ id, stream, revision, event, metadata }: Recorded): void {
    // A copy keeps the order of keys: its JSON is what Postgres gave, which stores keys in an order of its own.
    const text = JSON.stringify([id, revision.toString(), event.type, event.data, metadata]);
    this.streams.set(stream, hash('sha256', `${this.streams.get(stream) ?? ''}${text}`, 'base64'));
    this.events += 1;
  }
}

/** Reads a store up to a position. @param onEvent called with each event, in the order of the store */
export const digestsOf = async (
  store: EventStore,
  until: bigint,
  onEvent: (recorded: Recorded) => void,
): Promise<Digests> => {
  const digests = new Digests();
  for await (const events of readEvents(store, CATEGORIES, -1n, until))
    for (const recorded of events) {
      digests.add(recorded);
      onEvent(recorded);
    }
  return digests;
};
