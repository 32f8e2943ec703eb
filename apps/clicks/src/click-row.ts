import type { ClickRecord } from '@contexts/clicks';
import type { ClickRow } from '@platform/analytics-store';

/**
 * A click record as a row of the table; the place for what the loader adds to it. Written out because it is made for
 * every click, where a spread costs as much as all the rest.
 */
export const clickRow = (source: string, seq: number, record: ClickRecord): ClickRow => ({
  workspace_id: record.workspace_id,
  link_id: record.link_id,
  time: (record.at / 1_000).toFixed(3),
  source,
  seq,
  domain_id: record.domain_id,
  revision: record.revision,
  tags: record.tags,
  campaign_id: record.campaign_id ?? '',
  destination: record.destination,
  utm_source: record.utm_source ?? '',
  utm_medium: record.utm_medium ?? '',
  utm_campaign: record.utm_campaign ?? '',
  utm_term: record.utm_term ?? '',
  utm_content: record.utm_content ?? '',
  rule: record.rule,
  variant: record.variant,
  agent: record.agent,
  accept_language: record.language,
  referer: record.referrer,
  cdn_country: record.country ?? '',
  purpose: record.purpose,
  method: record.method,
  trigger: record.trigger,
  is_bot: record.is_bot,
  bot_rules: record.bot_rules,
  visitor: record.visitor,
  network: record.network ?? '',
  enrichment: 0,
  country: record.country ?? '',
  region: '',
  city: '',
  continent: '',
  device: '',
  browser: '',
  os: '',
  language: '',
  referrer: '',
  referrer_url: '',
});
