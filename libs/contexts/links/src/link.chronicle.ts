import type { Chronicle } from '@kernel';
import { type Link, type LinkEvent, statusAt } from './link';
import { type LinkRow, linkList } from './link-list/link-list.projection';
import { LINK_EVENT_NAMES } from './link.public-names';

/**
 * What of the link record of the HTTP contract comes from its events alone: no clicks. A password shows as `has_password`
 * only, an actor in one order of keys, whatever the order in which it was stored.
 * @param at RFC 3339, the instant its status is judged at
 */
export const storedLinkRecord = (link: Link, shortUrl: string, at: string) => ({
  id: link.id,
  short_url: shortUrl,
  destination_url: link.destination_url,
  created_at: link.created_at,
  alias: link.alias,
  domain: link.domain,
  title: link.title,
  tags: link.tags,
  utm_source: link.utm_source,
  utm_medium: link.utm_medium,
  utm_campaign: link.utm_campaign,
  utm_term: link.utm_term,
  utm_content: link.utm_content,
  campaign_id: link.campaign_id,
  external_id: link.external_id,
  status: statusAt(link, at),
  redirect_type: link.redirect_type,
  forward_query: link.forward_query,
  starts_at: link.starts_at,
  expires_at: link.expires_at,
  expired_url: link.expired_url,
  click_limit: link.click_limit,
  has_password: link.password_hash !== null,
  rules: link.rules,
  variants: link.variants,
  created_by: { type: link.created_by.type, id: link.created_by.id },
  updated_at: link.updated_at,
});

/** @param origin of the product as the world reaches it, like `https://go.example.com`: short URLs have its scheme */
export const shortUrlsOf = (origin: string) => {
  const scheme = origin.slice(0, origin.indexOf(':') + 1);
  return ({ domain, alias }: Pick<Link, 'domain' | 'alias'>): string => `${scheme}//${domain}/${alias}`;
};

/** How links tell of their past. @param origin as in {@link shortUrlsOf} */
export const linkChronicle = (origin: string): Chronicle<LinkRow, LinkEvent> => {
  const shortUrl = shortUrlsOf(origin);
  return {
    projection: linkList,
    names: LINK_EVENT_NAMES,
    record: (row, at) => storedLinkRecord(row, shortUrl(row), at),
  };
};
