import { inSpan, tracing } from '@platform/telemetry';
import type { Batch } from './processor';

/**
 * Handles a batch in a span, if the process is traced and one of its events was written in a trace. A batch of one trace
 * continues it; one of several begins its own, with links to them.
 */
export const inBatchSpan = <T>(processor: string, { events }: Batch, work: () => Promise<T>): Promise<T> => {
  if (!tracing()) return work();
  const parents = new Map<string, string>();
  for (const { metadata } of events)
    if (metadata.traceparent !== undefined) parents.set(traceOf(metadata.traceparent), metadata.traceparent);
  if (parents.size === 0) return work();
  const [only, ...others] = parents.values();
  const attributes = { 'waymark.processor': processor, 'waymark.events': events.length };
  const place = others.length === 0 ? { parent: only } : { parent: null, links: [...parents.values()] };
  return inSpan('processor.handle', { ...place, kind: 'consumer', attributes }, work);
};

/** `version-trace-span-flags` */
const traceOf = (traceparent: string): string => traceparent.split('-', 2)[1] ?? '';
