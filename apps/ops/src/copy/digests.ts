import { hash } from 'node:crypto';
import { CATEGORIES } from '@contexts/aggregates';
import { type EventStore, type Recorded, inKeyOrder } from '@kernel';
import { readEvents } from '@platform/read-store';

export interface Digests {
  readonly events: number;
  /** By stream, a digest of what must be equal in both stores; positions may differ. */
  readonly streams: ReadonlyMap<string, string>;
}

/** Reads a store up to a position. @param onEvent called with each event, in the order of the store */
export const digestsOf = async (
  store: EventStore,
  until: bigint,
  onEvent: (recorded: Recorded) => void,
): Promise<Digests> => {
  const streams = new Map<string, string>();
  let count = 0;
  for await (const events of readEvents(store, CATEGORIES, -1n, until)) {
    for (const recorded of events) {
      const { id, stream, revision, event, metadata } = recorded;
      // Postgres stores keys in its own order.
      const text = JSON.stringify(inKeyOrder([id, revision.toString(), event.type, event.data, metadata]));
      streams.set(stream, hash('sha256', `${streams.get(stream) ?? ''}${text}`, 'base64'));
      onEvent(recorded);
    }
    count += events.length;
  }
  return { events: count, streams };
};
