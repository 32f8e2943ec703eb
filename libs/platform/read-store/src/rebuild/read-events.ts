import { type Delivery, type Event, type EventStore, type Recorded, batches } from '@kernel';

const BATCH = 1_000;

/**
 * The events of these categories in (after, until], in order and in batches; everything up to `until` must be visible
 * already.
 */
export async function* readEvents<E extends Event>(
  store: EventStore,
  categories: readonly string[],
  after: bigint,
  until: bigint,
): AsyncGenerator<readonly Recorded<E>[]> {
  if (after >= until) return;
  const stop = new AbortController();
  try {
    for await (const batch of batches(store.subscribe({ after, categories, signal: stop.signal }), BATCH)) {
      const events = batch.flatMap((delivery) =>
        delivery.kind === 'event' && delivery.recorded.position <= until ? [delivery.recorded as Recorded<E>] : [],
      );
      if (events.length > 0) yield events;
      if (batch.some((delivery) => positionOf(delivery) >= until)) return;
    }
  } finally {
    stop.abort();
  }
}

const positionOf = (delivery: Delivery): bigint =>
  delivery.kind === 'event' ? delivery.recorded.position : delivery.position;
