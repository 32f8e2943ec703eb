import type { Chronicle } from '@kernel';
import type { Link, LinkEvent } from './link';
import { type LinkRow, linkList } from './link-list/link-list.projection';
import { LINK_EVENT_NAMES } from './link.public-names';
import { type LinkUrls, storedLinkRecord } from './link.record';

/** @param origin public origin of the product, like `https://go.example.com`: short URLs have its scheme */
export const shortUrlsOf = (origin: string) => {
  const scheme = origin.slice(0, origin.indexOf(':') + 1);
  return ({ domain, alias }: Pick<Link, 'domain' | 'alias'>): string => `${scheme}//${domain}/${alias}`;
};

/** @param origin as in {@link shortUrlsOf} */
export const linkUrlsOf = (origin: string) => {
  const shortUrl = shortUrlsOf(origin);
  return (link: Pick<Link, 'id' | 'domain' | 'alias'>): LinkUrls => ({
    short_url: shortUrl(link),
    qr_url: `${origin}/v1/links/${link.id}/qr`,
  });
};

/** Histories and public events of links. @param origin as in {@link shortUrlsOf} */
export const linkChronicle = (origin: string): Chronicle<LinkRow, LinkEvent> => {
  const urls = linkUrlsOf(origin);
  return {
    projection: linkList,
    names: LINK_EVENT_NAMES,
    record: (row, at) => storedLinkRecord(row, urls(row), at),
  };
};
