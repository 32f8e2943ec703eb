import { type EventStore, type Recorded, StoreUnavailable } from '@kernel';
import type { Batch } from './processor';

/** The events of one stream in a batch, oldest first. */
export interface StreamBatch {
  readonly stream: string;
  /** The first event to handle. */
  readonly first: Recorded;
  readonly events: readonly Recorded[];
}

/** A batch by its streams. */
export const byStream = ({ events, retried }: Batch): readonly StreamBatch[] => {
  const streams = new Map<string, { stream: string; first: Recorded; events: Recorded[] }>();
  for (const recorded of events) {
    // A retry has the whole stream; the events before the parked one have been handled.
    if (retried && recorded.position < retried.position) continue;
    const known = streams.get(recorded.stream);
    if (known) known.events.push(recorded);
    else streams.set(recorded.stream, { stream: recorded.stream, first: recorded, events: [recorded] });
  }
  return [...streams.values()];
};

/**
 * The stream from its beginning to the end of the batch. A stream that begins in the batch is not read.
 * @throws StoreUnavailable when the store does not return events that it has delivered, like a replica that lags
 */
export const streamHistoryOf = async (
  store: Pick<EventStore, 'read'>,
  { stream, first, events }: StreamBatch,
): Promise<readonly Recorded[]> => {
  if (first.revision === 0n) return events;
  const last = events.at(-1)?.revision ?? first.revision;
  const history = (await store.read(stream)).filter(({ revision }) => revision <= last);
  if (history.at(-1)?.revision !== last) throw new StoreUnavailable(`${stream} was read short of revision ${last}`);
  return history;
};
