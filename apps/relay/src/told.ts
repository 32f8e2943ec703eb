import { KEY_CATEGORY, keyChronicle } from '@contexts/keys';
import { LINK_CATEGORY, linkChronicle } from '@contexts/links';
import { type PublicEvent, type Recorded, categoryOf, publicEventsOf } from '@kernel';

/** What a stream tells the world from a revision on; see `publicEventsOf`. */
export type Tell = (events: readonly Recorded[], from: bigint) => PublicEvent[];

export interface Told {
  readonly categories: readonly string[];
  of(stream: string): Tell;
}

/** Which streams are told of, and how. A new kind of resource is a line here. @param publicUrl the origin whose scheme short URLs have */
export const toldOf = (publicUrl: string): Told => {
  const links = linkChronicle(publicUrl);
  const byCategory: Readonly<Record<string, Tell>> = {
    [LINK_CATEGORY]: (events, from) => publicEventsOf(links, events, from),
    [KEY_CATEGORY]: (events, from) => publicEventsOf(keyChronicle, events, from),
  };
  return { categories: Object.keys(byCategory), of: (stream) => byCategory[categoryOf(stream)] ?? (() => []) };
};
