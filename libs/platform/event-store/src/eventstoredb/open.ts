import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import type { Connection } from './connection';
import { HEARTBEAT_STREAM } from './heartbeat';

/** An event, or a position without one. */
export type SubscriptionItem = Pick<AllStreamResolvedEvent, 'event' | 'commitPosition'>;

/** After this many events of other categories the server reports its position. */
const SEARCH_WINDOW = 256;

/** Subscribes to categories, and to heartbeats, from a position on. */
export const open = (
  { client, credentials }: Connection,
  categories: readonly string[],
  after: bigint,
): AllStreamSubscription => {
  const incoming = client.subscribeToAll({
    fromPosition: after < 0n ? START : { commit: after, prepare: after },
    credentials,
    filter: streamNameFilter({
      prefixes: [...categories.map((category) => `${category}-`), HEARTBEAT_STREAM],
      maxSearchWindow: SEARCH_WINDOW,
      // Queued as an item without an event, so that it takes its turn behind what was received before it. At the end of
      // its log a server may report where the next event will be, as a position without a prepare: that one was not read.
      checkpointReached: (subscription, { commit, prepare }) =>
        void (commit === prepare && subscription.push({ commitPosition: commit })),
    }),
  });
  // The client may emit an error after the iteration has ended; without a listener it would end the process.
  return incoming.on('error', () => undefined);
};

/** Ends a subscription with its consumer, and with the client when that is replaced. @returns what forgets it */
export const endWith = (incoming: AllStreamSubscription, { lifetime }: Connection, stop: AbortSignal): (() => void) => {
  const abort = (): void => void incoming.destroy();
  const replaced = (): void => void incoming.destroy(lifetime.reason as Error);
  stop.addEventListener('abort', abort, { once: true });
  lifetime.addEventListener('abort', replaced, { once: true });
  return () => {
    stop.removeEventListener('abort', abort);
    lifetime.removeEventListener('abort', replaced);
    incoming.destroy();
    void incoming.unsubscribe().catch(() => undefined);
  };
};
