import { type Delivery, type EventStore, type Recorded, StoreUnavailable } from '@kernel';

/** What of a batch is of one stream, oldest first; never empty. */
export interface StreamBatch {
  readonly stream: string;
  readonly first: Recorded;
  readonly events: readonly Recorded[];
}

/** The position up to which a batch goes. */
export const reachedBy = (batch: readonly Delivery[], from: bigint): bigint =>
  batch.reduce((highest, delivery) => {
    const position = delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
    return position > highest ? position : highest;
  }, from);

/** A batch by its streams. What stands at or before the checkpoint is left out, and so is what was delivered twice. */
export const byStream = (batch: readonly Delivery[], checkpoint: bigint): readonly StreamBatch[] => {
  const streams = new Map<string, { stream: string; first: Recorded; events: Recorded[] }>();
  let last = checkpoint;
  for (const delivery of batch) {
    if (delivery.kind !== 'event' || delivery.recorded.position <= last) continue;
    const { recorded } = delivery;
    last = recorded.position;
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
