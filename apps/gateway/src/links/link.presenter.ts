import { type Link, linkStatusAt } from '@contexts/links';
import { presentActor } from '../caller';
import { type CountedLink, type LinkCounters, NO_CLICKS } from './link.queries';

/** The link record of the HTTP contract. */
export class LinkPresenter {
  private readonly scheme: string;

  /** @param publicUrl the origin whose scheme short URLs have */
  constructor(publicUrl: string) {
    this.scheme = new URL(publicUrl).protocol;
  }

  shortUrl({ domain, alias }: Pick<Link, 'domain' | 'alias'>): string {
    return `${this.scheme}//${domain}/${alias}`;
  }

  /** @param now RFC 3339, the instant its status is judged at */
  present(link: Link, counters: LinkCounters, now: string) {
    return record(link, counters, now, this.shortUrl(link));
  }

  /** A link that was created a moment ago. */
  fresh(link: Link, now: string) {
    return this.present(link, NO_CLICKS, now);
  }

  /** What of a link comes from its events alone: no clicks. */
  stored(link: Link, at: string) {
    const { clicks: _, unique_clicks: __, bot_clicks: ___, last_clicked_at: ____, ...stored } = record(link, NO_CLICKS, at, this.shortUrl(link));
    return stored;
  }

  /** A link as the read model has it. */
  row(row: CountedLink, now: string) {
    return record(row, row, now, this.shortUrl(row));
  }
}

const record = (link: Link, counters: LinkCounters, now: string, shortUrl: string) => ({
  id: link.id,
  short_url: shortUrl,
  destination_url: link.destination_url,
  clicks: counters.clicks,
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
  status: linkStatusAt(link, now),
  redirect_type: link.redirect_type,
  forward_query: link.forward_query,
  starts_at: link.starts_at,
  expires_at: link.expires_at,
  expired_url: link.expired_url,
  click_limit: link.click_limit,
  has_password: link.password_hash !== null,
  rules: link.rules,
  variants: link.variants,
  unique_clicks: counters.unique_clicks,
  bot_clicks: counters.bot_clicks,
  last_clicked_at: counters.last_clicked_at,
  created_by: presentActor(link.created_by),
  updated_at: link.updated_at,
});
