import { AGGREGATES, PUBLISHED } from '@contexts/aggregates';
import { type PublicEvent, type Recorded, categoryOf, publicEventsOf } from '@kernel';

/** What a stream tells the world from a revision on; see `publicEventsOf`. */
export type Tell = (events: readonly Recorded[], from: bigint) => PublicEvent[];

export interface Told {
  readonly categories: readonly string[];
  of(stream: string): Tell;
}

/** Which streams are told of, and how. @param publicUrl the origin whose scheme short URLs have */
export const toldOf = (publicUrl: string): Told => {
  const byCategory = new Map(AGGREGATES.map(({ category, chronicle }) => [category, chronicle?.(publicUrl)] as const));
  return {
    categories: PUBLISHED,
    of: (stream) => {
      const chronicle = byCategory.get(categoryOf(stream));
      return (events, from) => (chronicle ? publicEventsOf(chronicle, events, from) : []);
    },
  };
};
