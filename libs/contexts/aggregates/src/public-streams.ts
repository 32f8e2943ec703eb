import { CLICK_EVENTS, PING, type PublicEvent, type Recorded, categoryOf, publicEventsOf } from '@kernel';
import { AGGREGATES } from './aggregates';

/** The public events of a stream's history from a revision on; see `publicEventsOf`. */
export type PublicEventsOf = (history: readonly Recorded[], from: bigint) => PublicEvent[];

export interface PublicStreams {
  of(stream: string): PublicEventsOf;
}

/** Categories whose events are published to other systems. */
export const PUBLISHED: readonly string[] = AGGREGATES.filter(({ chronicle }) => chronicle).map(
  ({ category }) => category,
);

const NAMED: readonly string[] = AGGREGATES.flatMap(({ chronicle }) =>
  chronicle ? Object.values(chronicle('https://go.example.com').names) : [],
);

/** Every name that a webhook can subscribe to. The relay publishes those of streams alone. */
export const PUBLIC_EVENTS: readonly string[] = [...new Set([...NAMED, PING, ...CLICK_EVENTS])].sort();

/** Which streams have public events. @param publicUrl the origin whose scheme short URLs have */
export const publicStreams = (publicUrl: string): PublicStreams => {
  const byCategory = new Map(AGGREGATES.map(({ category, chronicle }) => [category, chronicle?.(publicUrl)] as const));
  return {
    of: (stream) => {
      const chronicle = byCategory.get(categoryOf(stream));
      return (history, from) => (chronicle ? publicEventsOf(chronicle, history, from) : []);
    },
  };
};
