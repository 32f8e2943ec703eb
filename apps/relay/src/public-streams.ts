import { AGGREGATES, PUBLISHED } from '@contexts/aggregates';
import { type PublicEvent, type Recorded, categoryOf, publicEventsOf } from '@kernel';

/** The public events of a stream's history from a revision on; see `publicEventsOf`. */
export type PublicEventsOf = (history: readonly Recorded[], from: bigint) => PublicEvent[];

export interface PublicStreams {
  readonly categories: readonly string[];
  of(stream: string): PublicEventsOf;
}

/** Which streams have public events. @param publicUrl the origin whose scheme short URLs have */
export const publicStreams = (publicUrl: string): PublicStreams => {
  const byCategory = new Map(AGGREGATES.map(({ category, chronicle }) => [category, chronicle?.(publicUrl)] as const));
  return {
    categories: PUBLISHED,
    of: (stream) => {
      const chronicle = byCategory.get(categoryOf(stream));
      return (history, from) => (chronicle ? publicEventsOf(chronicle, history, from) : []);
    },
  };
};
