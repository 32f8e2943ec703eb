import { type Link, linkStatusAt } from '@contexts/links';

/** Telemetry of a link; it lives beside the read model and is left out of ETags. */
export interface LinkCounters {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly last_clicked_at: string | null;
}

export const NO_CLICKS: LinkCounters = { clicks: 0, unique_clicks: 0, bot_clicks: 0, last_clicked_at: null };

/** @param scheme `http` or `https`, that of PUBLIC_URL */
export const shortUrl = ({ domain, alias }: Pick<Link, 'domain' | 'alias'>, scheme: string): string => `${scheme}://${domain}/${alias}`;

/** The link record of the HTTP contract. @param now RFC 3339, the instant its status is judged at */
export const presentLink = (link: Link, counters: LinkCounters, now: string, scheme: string) => ({
  id: link.link_id,
  short_url: shortUrl(link, scheme),
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
  created_by: link.created_by,
  updated_at: link.updated_at,
});

export type LinkRecord = ReturnType<typeof presentLink>;
