import { type EventStore, type Recorded, StoreUnavailable } from '@kernel';
import type { Batch } from '@platform/processing';

/** What of a batch is of one stream, oldest first. */
export interface StreamBatch {
  readonly stream: string;
  /** The first event that is to be published. */
  readonly first: Recorded;
  readonly events: readonly Recorded[];
}

/** A batch by its streams. */
export const byStream = ({ events, retried }: Batch): readonly StreamBatch[] => {
  const streams = new Map<string, { stream: string; first: Recorded; events: Recorded[] }>();
  for (const recorded of events) {
    // The stream of a retry comes whole; what stands before the parked event has been published.
    if (retried && recorded.position < retried.position) continue;
    const known = streams.get(recorded.stream);
    if (known) known.events.push(recorded);
    else streams.set(recorded.stream, { stream: recorded.stream, first: recorded, events: [recorded] });
  }
  return [...streams.values()];
};

/**
 * The stream from its beginning to the end of the batch: a stream that begins in the batch needs no reading.
 * @throws StoreUnavailable when the store does not show what it has delivered, as a replica may that lags behind
 */
export const historyOf = async (
  store: Pick<EventStore, 'read'>,
  { stream, first, events }: StreamBatch,
): Promise<readonly Recorded[]> => {
  if (first.revision === 0n) return events;
  const last = events.at(-1)?.revision ?? first.revision;
  const history = (await store.read(stream)).filter(({ revision }) => revision <= last);
  if (history.at(-1)?.revision !== last) throw new StoreUnavailable(`${stream} was read short of revision ${last}`);
  return history;
};
