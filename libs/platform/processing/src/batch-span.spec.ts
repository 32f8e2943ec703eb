import { someRecorded } from '@kernel/testing';
import { startTracing } from '@platform/telemetry';
import { startCollector } from '../../../../test/support/otlp-collector';
import { inBatchSpan } from './batch-span';
import type { Batch } from './processor';

const [ONE, OTHER] = ['0af7651916cd43dd8448eb211c80319c', '1bf7651916cd43dd8448eb211c80319c'];
const parentIn = (trace: string, span = 'b7ad6b7169203331') => `00-${trace}-${span}-01`;
const log = { warn: () => undefined, error: () => undefined };

const batchOf = (...parents: readonly (string | undefined)[]): Batch => ({
  events: parents.map((traceparent, n) => {
    const event = someRecorded({ type: 'Happened', data: {} }, n);
    return { ...event, metadata: { ...event.metadata, ...(traceparent !== undefined && { traceparent }) } };
  }),
  from: -1n,
  to: 9n,
  mark: { store: 'store', position: 9n, event: null },
  skipped: [],
});

/** The spans of handling a batch. */
const spansOf = async (batch: Batch) => {
  const collector = await startCollector();
  const end = await startTracing({ endpoint: collector.url, service: 'spec', log });
  await expect(inBatchSpan('links', batch, async () => 'done')).resolves.toBe('done');
  await end();
  const spans = collector.spans();
  await collector.close();
  return spans;
};

describe('a batch', () => {
  it('of one trace continues it, after its last event', async () => {
    const spans = await spansOf(batchOf(parentIn(ONE, 'aaaaaaaaaaaaaaaa'), undefined, parentIn(ONE)));
    expect(spans).toMatchObject([
      {
        name: 'processor.handle',
        traceId: ONE,
        parentSpanId: 'b7ad6b7169203331',
        attributes: { 'waymark.processor': 'links', 'waymark.events': 3 },
        links: [],
      },
    ]);
  });

  it('of several traces begins its own, with links to them', async () => {
    const [span] = await spansOf(batchOf(parentIn(ONE), parentIn(OTHER), parentIn(ONE)));
    expect(span).toMatchObject({ parentSpanId: '', links: [ONE, OTHER] });
    expect([ONE, OTHER]).not.toContain(span?.traceId);
  });

  it('without a traced event has no span', async () => expect(await spansOf(batchOf(undefined))).toEqual([]));
});
