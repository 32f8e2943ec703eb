import { ENRICHMENT_RULES, type Enricher } from '@contexts/clicks';
import { encodeRows, type NewClick } from '@platform/analytics-store';
import { Tally } from '@platform/click-counters';
import type { Click, DecodedBlock, Undecodable } from './decode-block';

/** The part of a block that goes to ClickHouse. */
export interface BlockRows {
  /** UTC month of its clicks, `YYYY-MM`; empty without a click. */
  readonly month: string;
  /** Time of its first click in milliseconds since 1970; undefined without a click. */
  readonly oldest: number | undefined;
  /** Number of its first click; 0 without a click. */
  readonly firstClick: number;
  /** Number of its last click; records that cannot be decoded may follow it. 0 without a click. */
  readonly lastClick: number;
  readonly clicks: number;
  /** Its clicks, encoded for ClickHouse. */
  readonly rows: Buffer;
  readonly undecodable: readonly Undecodable[];
}

export const blockRowsOf = (source: string, { clicks, undecodable }: DecodedBlock, enrich: Enricher): BlockRows => ({
  month: clicks[0] ? new Date(clicks[0].at).toISOString().slice(0, 7) : '',
  oldest: clicks[0]?.at,
  firstClick: clicks[0]?.seq ?? 0,
  lastClick: clicks.at(-1)?.seq ?? 0,
  clicks: clicks.length,
  rows: encodeRows(clicks.map((click) => clickRow(source, click, enrich))),
  undecodable,
});

/** The counts of a block. */
export const tallyOf = ({ clicks }: DecodedBlock): Tally => {
  const tally = new Tally();
  for (const { at, link, who } of clicks) {
    const { link_id, workspace_id, campaign_id } = link;
    tally.add({ link_id, workspace_id, campaign_id, at, visitor: who.visitor, is_bot: who.is_bot });
  }
  return tally;
};

/**
 * A click as a row of the table, with its enrichment. Fields are listed one by one because this runs for every click,
 * and a spread would cost as much as all the rest. The row keeps the recorded bot verdict, which the counters use.
 */
const clickRow = (source: string, { seq, at, link, who, visit }: Click, enrich: Enricher): NewClick => {
  const agent = enrich.agent(who.agent);
  const referrer = enrich.referrer(visit.referrer);
  const place = enrich.place(who.network, visit.country);
  return {
    workspace_id: link.workspace_id,
    link_id: link.link_id,
    time: at,
    source,
    seq,
    domain_id: link.domain_id,
    revision: link.revision,
    tags: link.tags,
    campaign_id: link.campaign_id ?? '',
    destination: link.destination,
    utm_source: link.utm_source ?? '',
    utm_medium: link.utm_medium ?? '',
    utm_campaign: link.utm_campaign ?? '',
    utm_term: link.utm_term ?? '',
    utm_content: link.utm_content ?? '',
    rule: visit.rule,
    variant: visit.variant,
    agent: who.agent,
    accept_language: visit.language,
    referer: visit.referrer,
    cdn_country: visit.country ?? '',
    purpose: visit.purpose,
    method: visit.method,
    trigger: visit.trigger,
    is_bot: who.is_bot,
    bot_rules: who.bot_rules,
    visitor: who.visitor,
    network: who.network ?? '',
    enrichment: ENRICHMENT_RULES,
    country: place.country,
    region: place.region,
    city: place.city,
    continent: place.continent,
    device: agent.device,
    browser: agent.browser,
    os: agent.os,
    language: enrich.language(visit.language),
    referrer: referrer.referrer,
    referrer_url: referrer.referrer_url,
  };
};
