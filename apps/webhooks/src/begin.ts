import { type Delivery, StoreUnavailable } from '@kernel';
import { WEBHOOK_CATEGORY } from '@contexts/webhooks';
import { type ProcessedStore, type Processor, markOf } from '@platform/processing';

type Store = Pick<ProcessedStore, 'identity' | 'subscribe' | 'verify'>;

/**
 * Moves a dispatcher that has no checkpoint to the first event of a webhook, or to the end of the store: earlier events
 * are for no webhook, and there may be millions.
 */
export const beginAtFirstWebhook = async (
  { state, handle }: Pick<Processor, 'state' | 'handle'>,
  store: Store,
  signal: AbortSignal,
): Promise<void> => {
  if ((await state.checkpoint()) !== -1n) return;
  await store.verify?.();
  const identity = await store.identity();
  if (identity === undefined) throw new StoreUnavailable('the event store has no id yet');
  const first = await firstOf(store, signal);
  if (!first) return;
  const events = first.kind === 'event' ? [first.recorded] : [];
  const to = first.kind === 'event' ? first.recorded.position : first.position;
  const mark = events[0] ? markOf(identity, events[0]) : { store: identity, position: to, event: null };
  if (to >= 0n) await handle({ events, from: -1n, to, mark, skipped: [] });
};

const firstOf = async (store: Store, signal: AbortSignal): Promise<Delivery | undefined> => {
  const ending = new AbortController();
  const categories = [WEBHOOK_CATEGORY];
  const subscription = store.subscribe({
    after: -1n,
    categories,
    signal: AbortSignal.any([signal, ending.signal]),
  });
  try {
    for await (const delivery of subscription) return delivery;
    return undefined;
  } finally {
    ending.abort();
  }
};
