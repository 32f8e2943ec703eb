import { once } from 'node:events';
import { type Delivery, type Event, type EventStore, type Recorded, categoryOf } from '@kernel';
import { someMetadata } from '@kernel/testing';
import { type ProcessedStore, Progress } from '@platform/processing';
import { type RedirectIndex, runRedirectIndex } from '@apps/redirector';
import { OF_INDEX } from '@contexts/aggregates';
import { eventually } from './programs';
import { quiet } from './read-store';

/** A store that has exactly these events. */
export const storeOf = (events: readonly Recorded[]): Pick<EventStore, 'read' | 'subscribe' | 'head' | 'identity'> => ({
  head: async (categories) => (categories ? (of(events, categories).at(-1)?.position ?? -1n) : endOf(events)),
  identity: async () => 'store',
  read: async (stream, { from = 0n } = {}) =>
    events.filter((recorded) => recorded.stream === stream && recorded.revision >= from),
  async *subscribe({ after, categories, signal }): AsyncGenerator<Delivery> {
    for (const recorded of of(events, categories)) if (recorded.position > after) yield { kind: 'event', recorded };
    yield { kind: 'caught-up', position: endOf(events) };
    if (!signal.aborted) await once(signal, 'abort');
  },
});

/** After all events of a spec. */
const endOf = (events: readonly Recorded[]): bigint => BigInt(Math.max(99, events.length));

const of = (events: readonly Recorded[], categories: readonly string[] | undefined) =>
  events.filter(({ stream }) => categories?.includes(categoryOf(stream)) ?? true);

export const at = (position: bigint, revision: bigint, event: Event, stream = 'link-1'): Recorded => ({
  id: `e${position}`,
  event,
  stream,
  revision,
  position,
  metadata: someMetadata(),
});

/** Feeds the index until it has everything; `meanwhile` runs before it ends, and `verify` is that of the store. */
export const feed = async (
  index: RedirectIndex,
  events: readonly Recorded[],
  meanwhile: () => Promise<void> = async () => undefined,
  verify: ProcessedStore['verify'] = async () => undefined,
): Promise<void> => {
  const progress = new Progress();
  const ending = new AbortController();
  const store = { ...storeOf(events), verify };
  const running = runRedirectIndex(index, { store, progress, log: quiet, signal: ending.signal });
  expect(
    await progress.awaitProcessed(
      OF_INDEX.map(({ name }) => name),
      endOf(events),
      120_000,
    ),
  ).toEqual([]);
  // A step without effect waits a second.
  await eventually(async () => expect(index.state.position()).toBe(endOf(events)));
  await meanwhile();
  ending.abort();
  await running;
};
