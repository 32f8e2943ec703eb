import type { AnalyticsClient } from '@platform/analytics-store';

const STEP = 1_000_000;
const SECONDS = 365 * 86_400;

/**
 * Clicks generated in the engine: evenly over the year that begins at `start` (`YYYY-MM-DD`), 20 workspaces of which
 * ws_0 has a fifth, 1,000 links in each of which a few are hot, 40 countries of 100 cities, 300 referrers, a twentieth
 * of them by bots. Every fourth click repeats link and visitor of one shortly before. The same number makes the same
 * clicks.
 */
export const generateClicks = async (client: AnalyticsClient, count: number, start: string): Promise<void> => {
  for (let first = 0; first < count; first += STEP) {
    await client.command(insertSql(first, Math.min(STEP, count - first), count, start));
  }
};

const COLUMNS = `workspace_id, link_id, time, source, seq, domain_id, revision, tags, destination,
  utm_source, utm_medium, utm_campaign, variant,
  agent, accept_language, referer, cdn_country, method, trigger, is_bot, bot_rules, visitor, network,
  enrichment, country, region, city, continent, device, browser, os, language, referrer, referrer_url`;

/** A number below `below`, small ones far more often. */
const skewed = (hash: string, below: number) => `toUInt32(floor(pow((${hash} % 99991) / 99991, 3) * ${below}))`;

const insertSql = (first: number, rows: number, count: number, start: string) => `
  INSERT INTO clicks (${COLUMNS}) SETTINGS async_insert = 0
  WITH
    number - if(cityHash64(number, 9) % 4 = 0, 100, 0) AS who,
    cityHash64(who) AS hash, cityHash64(who, 1) AS link_hash, cityHash64(who, 2) AS visitor_hash,
      cityHash64(who, 3) AS agent_hash,
    cityHash64(number, 4) AS visit_hash,
    if(hash % 5 = 0, 0, 1 + intDiv(hash, 5) % 19) AS workspace,
    ${skewed('link_hash', 1_000)} AS link,
    ${skewed('visitor_hash', 40)} AS country_number,
    ${skewed('cityHash64(visitor_hash)', 100)} AS city_number,
    if(visit_hash % 2 = 0, '', concat('site', toString(${skewed('intDiv(visit_hash, 2)', 300)}), '.example')) AS site
  SELECT
    concat('ws_', toString(workspace)), concat('link_', leftPad(toString(workspace), 2, '0'),
      leftPad(toString(link), 24, '0')),
    toDateTime64('${start} 00:00:00', 3, 'UTC') + intDiv(number * ${SECONDS}, ${count}) + (number % 1000) / 1000,
    'bench', number, 'dom_default', 3,
    arrayFilter((tag, bit) -> bitTest(link, bit), ['summer', 'news', 'social', 'paid', 'print'], [0, 1, 2, 3, 4]),
    concat('https://example.com/landing/', toString(link), '?utm_source=', toString(link % 7)),
    ['google', 'newsletter', 'twitter', '', 'facebook', 'linkedin', 'bing'][1 + link % 7],
    ['cpc', 'email', 'social', ''][1 + link % 4],
    if(link % 3 = 0, '', concat('campaign-', toString(link % 25))), if(link % 11 = 0, toUInt16(agent_hash % 3), NULL),
    concat('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/',
      toString(100 + agent_hash % 40), '.0.0.0 Safari/537.36'),
    'en-GB,en;q=0.9', if(site = '', '', concat('https://', site, '/')), '', 'GET',
      if(visit_hash % 23 = 0, 'qr', 'link'), agent_hash % 20 = 0, 1,
    substring(hex(sipHash128(visitor_hash % 400000)), 1, 22),
      concat('10.', toString(visitor_hash % 200), '.', toString(visitor_hash % 250), '.0/24'), 1,
    ['US','DE','GB','FR','IN','BR','JP','CA','ES','IT','NL','PL','SE','AU','MX','TR','ID','KR','CN','AR',
     'CH','AT','BE','DK','NO','FI','CZ','PT','GR','IE','ZA','EG','NG','KE','IL','SA','AE','TH','VN','PH'
    ][1 + country_number],
    concat('Region ', toString(country_number), '-', toString(city_number % 12)),
      concat('City ', toString(country_number), '-', toString(city_number)),
    ['NA', 'EU', 'AS', 'SA', 'AF', 'OC'][1 + country_number % 6],
    ['mobile', 'desktop', 'tablet'][1 + ${skewed('agent_hash', 3)}],
    ['Chrome', 'Mobile Safari', 'Firefox', 'Edge', 'Safari', 'Samsung Internet', 'Opera'][
      1 + ${skewed('intDiv(agent_hash, 3)', 7)}],
    ['Android', 'iOS', 'Windows', 'macOS', 'Linux'][1 + ${skewed('intDiv(agent_hash, 5)', 5)}],
    ['en', 'de', 'fr', 'es', 'pt', 'ja'][1 + country_number % 6],
    site, if(site = '', '', concat('https://', site, '/page/', toString(visit_hash % 50)))
  FROM numbers(${first}, ${rows})`;
