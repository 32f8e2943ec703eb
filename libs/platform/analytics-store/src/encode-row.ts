import type { ClickRow } from './clicks-table';

/** In the order in which {@link encodeRow} writes them; a field that is missing here does not compile. */
export const COLUMNS = Object.keys({
  workspace_id: 1, link_id: 1, time: 1, source: 1, seq: 1, domain_id: 1, revision: 1, tags: 1, campaign_id: 1, destination: 1,
  utm_source: 1, utm_medium: 1, utm_campaign: 1, utm_term: 1, utm_content: 1, rule: 1, variant: 1,
  agent: 1, accept_language: 1, referer: 1, cdn_country: 1, purpose: 1, method: 1, trigger: 1, is_bot: 1, bot_rules: 1, visitor: 1, network: 1,
  enrichment: 1, country: 1, region: 1, city: 1, continent: 1, device: 1, browser: 1, os: 1, language: 1, referrer: 1, referrer_url: 1,
} satisfies Record<keyof ClickRow, 1>) as readonly (keyof ClickRow)[];

/**
 * A row in ClickHouse's format TabSeparated, which it reads faster than any other text. Written out field by field: it is
 * made for every click, and a loop over the columns takes three times as long. Half a surrogate pair, which UTF-8 cannot
 * carry, becomes U+FFFD where the text is turned into bytes.
 */
export const encodeRow = (row: ClickRow): string =>
  `${text(row.workspace_id)}\t${text(row.link_id)}\t${text(row.time)}\t${text(row.source)}\t${row.seq}\t${text(row.domain_id)}\t${text(row.revision)}\t` +
  `${list(row.tags)}\t${text(row.campaign_id)}\t${text(row.destination)}\t${text(row.utm_source)}\t${text(row.utm_medium)}\t` +
  `${text(row.utm_campaign)}\t${text(row.utm_term)}\t${text(row.utm_content)}\t${maybe(row.rule)}\t${maybe(row.variant)}\t` +
  `${text(row.agent)}\t${text(row.accept_language)}\t${text(row.referer)}\t${text(row.cdn_country)}\t${text(row.purpose)}\t` +
  `${text(row.method)}\t${text(row.trigger)}\t${row.is_bot ? 1 : 0}\t${row.bot_rules}\t${text(row.visitor)}\t${text(row.network)}\t` +
  `${row.enrichment}\t${text(row.country)}\t${text(row.region)}\t${text(row.city)}\t${text(row.continent)}\t${text(row.device)}\t` +
  `${text(row.browser)}\t${text(row.os)}\t${text(row.language)}\t${text(row.referrer)}\t${text(row.referrer_url)}\n`;

const SPECIAL = /[\\\t\n\r\0']/;
const EACH_SPECIAL = /[\\\t\n\r\0']/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0', "'": "\\'" };

const text = (value: string): string =>
  value === '' || !SPECIAL.test(value) ? value : value.replace(EACH_SPECIAL, (character) => ESCAPES[character] ?? character);

const list = (values: readonly string[]): string => (values.length === 0 ? '[]' : `['${values.map(text).join("','")}']`);

const maybe = (value: number | null): string => (value === null ? '\\N' : String(value));
