import type { EventStore } from '@kernel';
import { tracing } from '@platform/telemetry';
import type { DueDelivery } from '@platform/webhooks';

/** The traceparent of the event of a delivery; undefined if it has none. */
export type TraceOf = (delivery: Pick<DueDelivery, 'stream' | 'revision'>) => Promise<string | undefined>;

/** Asks the event store, where the process is traced. A store that cannot answer holds up no delivery. */
export const traceIn = (store: Pick<EventStore, 'read'>): TraceOf | undefined =>
  tracing() &&
  (async ({ stream, revision }) => {
    if (stream === null || revision === null) return undefined;
    const [event] = await store.read(stream, { from: BigInt(revision), count: 1 }).catch(() => []);
    return event?.metadata.traceparent;
  });
