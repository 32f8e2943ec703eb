import { batches, type Delivery, type EventStore, type Recorded } from '@kernel';
import { LINK_CATEGORY, type LinkEvent, linkList } from '@contexts/links';
import type { RedirectIndex, TargetChange } from './redirect-index';
import type { RedirectTarget } from './redirect-target';

/** Events of one transaction, at most. */
const BATCH = 1_000;

/**
 * Keeps the index up with the event store, from its checkpoint on, until aborted. `onProcessed` is told each position
 * once everything up to it can be read from the index. Throws when the index cannot be written.
 */
export const feedIndex = async (
  store: EventStore,
  index: RedirectIndex,
  signal: AbortSignal,
  onProcessed: (position: bigint) => void,
): Promise<void> => {
  const deliveries = store.subscribe({ after: index.checkpoint(), categories: [LINK_CATEGORY], signal });
  for await (const batch of batches(deliveries, BATCH)) {
    const position = positionOf(batch);
    await index.apply(changesOf(batch, index), position);
    onProcessed(position);
  }
};

const positionOf = (batch: readonly Delivery[]): bigint => {
  const last = batch.at(-1);
  if (!last) return -1n;
  return last.kind === 'event' ? last.recorded.position : last.position;
};

const changesOf = (batch: readonly Delivery[], index: RedirectIndex): TargetChange[] => {
  const targets = new Map<string, RedirectTarget>();
  for (const delivery of batch) {
    if (delivery.kind !== 'event') continue;
    const recorded = delivery.recorded as Recorded<LinkEvent>;
    const [linkId = ''] = linkList.keys(recorded);
    const before = targets.get(linkId) ?? index.byId(linkId) ?? null;
    // Delivered before: a subscription may resume a little early.
    if (before && BigInt(before.revision) >= recorded.revision) continue;
    const after = linkList.evolve(before, recorded, linkId);
    if (after) targets.set(linkId, after);
  }
  return [...targets.values()].map((target) => ({ domainId: target.domain_id, alias: target.alias, target }));
};
