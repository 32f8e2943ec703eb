import { type ClickRecord, ENRICHMENT_RULES, type Enricher } from '@contexts/clicks';
import type { NewClick } from '@platform/analytics-store';

/**
 * A click record as a row of the table, with what is found out from it. Written out because it is made for every click,
 * where a spread costs as much as all the rest. The bot verdict stays the recorded one, which the counters count by.
 */
export const clickRow = (source: string, seq: number, record: ClickRecord, enrich: Enricher): NewClick => {
  const agent = enrich.agent(record.agent);
  const referrer = enrich.referrer(record.referrer);
  const place = enrich.place(record.network, record.country);
  return {
    workspace_id: record.workspace_id,
    link_id: record.link_id,
    time: record.at,
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
    enrichment: ENRICHMENT_RULES,
    country: place.country,
    region: place.region,
    city: place.city,
    continent: place.continent,
    device: agent.device,
    browser: agent.browser,
    os: agent.os,
    language: enrich.language(record.language),
    referrer: referrer.referrer,
    referrer_url: referrer.referrer_url,
  };
};
