/**
 * What clicks are filtered and grouped by, under the names of the HTTP contract: its column, and the name of its groups
 * in an answer. An empty text in a column means that the value is not known or was not given.
 */
export const DIMENSIONS = {
  country: { column: 'country', plural: 'countries' },
  region: { column: 'region', plural: 'regions' },
  city: { column: 'city', plural: 'cities' },
  continent: { column: 'continent', plural: 'continents' },
  device: { column: 'device', plural: 'devices' },
  browser: { column: 'browser', plural: 'browsers' },
  os: { column: 'os', plural: 'os' },
  language: { column: 'language', plural: 'languages' },
  referrer: { column: 'referrer', plural: 'referrers' },
  referrer_url: { column: 'referrer_url', plural: 'referrer_urls' },
  trigger: { column: 'trigger', plural: 'triggers' },
  link: { column: 'link_id', plural: 'links' },
  domain: { column: 'domain_id', plural: 'domains' },
  tag: { column: 'tags', plural: 'tags' },
  campaign: { column: 'campaign_id', plural: 'campaigns' },
  destination: { column: 'destination', plural: 'destinations' },
  utm_source: { column: 'utm_source', plural: 'utm_sources' },
  utm_medium: { column: 'utm_medium', plural: 'utm_mediums' },
  utm_campaign: { column: 'utm_campaign', plural: 'utm_campaigns' },
  utm_term: { column: 'utm_term', plural: 'utm_terms' },
  utm_content: { column: 'utm_content', plural: 'utm_contents' },
  variant: { column: 'variant', plural: 'variants' },
} as const;

export type Dimension = keyof typeof DIMENSIONS;

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[];
