import { KEY_CATEGORY, keyChronicle } from '@contexts/keys';
import { LINK_CATEGORY, linkChronicle } from '@contexts/links';
import { type PublicEvent, type Recorded, categoryOf, publicEventsOf } from '@kernel';

/** The public events of a stream's history from a revision on; see `publicEventsOf`. */
export type PublicEventsOf = (history: readonly Recorded[], from: bigint) => PublicEvent[];

export interface PublicStreams {
  readonly categories: readonly string[];
  of(stream: string): PublicEventsOf;
}

/** Which streams have public events. A new kind of resource is a line here. @param publicUrl the origin whose scheme short URLs have */
export const publicStreams = (publicUrl: string): PublicStreams => {
  const links = linkChronicle(publicUrl);
  const byCategory: Readonly<Record<string, PublicEventsOf>> = {
    [LINK_CATEGORY]: (history, from) => publicEventsOf(links, history, from),
    [KEY_CATEGORY]: (history, from) => publicEventsOf(keyChronicle, history, from),
  };
  return { categories: Object.keys(byCategory), of: (stream) => byCategory[categoryOf(stream)] ?? (() => []) };
};
