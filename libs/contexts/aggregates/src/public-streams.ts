import { CLICK_EVENTS, PING, type PublicFold, categoryOf, publicFoldOf } from '@kernel';
import { AGGREGATES } from './aggregates';

/** A fold that has taken no event of the stream yet. */
export type PublicStreams = (stream: string) => PublicFold;

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
  return (stream) => {
    const chronicle = byCategory.get(categoryOf(stream));
    return chronicle ? publicFoldOf(chronicle) : () => [];
  };
};
