import type { Chronicle } from '@kernel';
import {
  type Link,
  type LinkEvent,
  type LinkRecord,
  type LinkRow,
  type LinkUrls,
  compileLiteral,
  linkChronicle,
  linkUrlsOf,
  shortUrlsOf,
  storedLinkRecord,
} from '@contexts/links';
import { type CountedLink, type LinkCounters, NO_CLICKS } from './link.queries';
import { LINK_RECORD_FIELDS } from './link.schemas';

/** The link record of the HTTP contract. */
export class LinkPresenter {
  /** For histories and points in time. */
  readonly chronicle: Chronicle<LinkRow, LinkEvent>;
  readonly shortUrl: (link: Pick<Link, 'domain' | 'alias'>) => string;
  private readonly urls: (link: Link) => LinkUrls;

  /** @param publicUrl the origin that gives short URLs their scheme */
  constructor(publicUrl: string) {
    this.chronicle = linkChronicle(publicUrl);
    this.shortUrl = shortUrlsOf(publicUrl);
    this.urls = linkUrlsOf(publicUrl);
  }

  /** @param now RFC 3339, the instant its status is judged at */
  present(link: Link, counters: LinkCounters, now: string) {
    return record(link, counters, now, this.urls(link));
  }

  /** A link that was created a moment ago. */
  fresh(link: Link, now: string) {
    return this.present(link, NO_CLICKS, now);
  }

  /** A link as the read model has it. */
  row(row: CountedLink, now: string) {
    return record(row, row, now, this.urls(row));
  }
}

const record = (link: Link, counters: LinkCounters, now: string, urls: LinkUrls) =>
  withCounters(storedLinkRecord(link, urls, now), counters);

type Counted = LinkRecord & LinkCounters;

const withCounters = compileLiteral<[stored: LinkRecord, counters: LinkCounters], Counted>(
  ['stored', 'counters'],
  Object.fromEntries(
    LINK_RECORD_FIELDS.map((name) => [name, `${name in NO_CLICKS ? 'counters' : 'stored'}.${name}`]),
  ) as Record<keyof Counted, string>,
  {},
);
