import {
  type Column,
  encodeBlock,
  flag,
  label,
  labels,
  maybeUint16,
  textColumn,
  time,
  uint16,
  uint64,
} from './native-format';

/** One recorded click as a row of the table `clicks`; an unknown text is empty. */
export interface ClickRow {
  readonly workspace_id: string;
  readonly link_id: string;
  /** `YYYY-MM-DD hh:mm:ss.mmm`, UTC. */
  readonly time: string;
  /** The journal that wrote it, and the number of its record there. */
  readonly source: string;
  readonly seq: number;
  readonly domain_id: string;
  /** Revision of the link's stream, digits. */
  readonly revision: string;
  readonly tags: readonly string[];
  readonly campaign_id: string;
  readonly destination: string;
  readonly utm_source: string;
  readonly utm_medium: string;
  readonly utm_campaign: string;
  readonly utm_term: string;
  readonly utm_content: string;
  readonly rule: number | null;
  readonly variant: number | null;
  readonly agent: string;
  /** Accept-Language and Referer as sent; the country that a CDN sent. */
  readonly accept_language: string;
  readonly referer: string;
  readonly cdn_country: string;
  readonly purpose: string;
  readonly method: string;
  readonly trigger: string;
  readonly is_bot: boolean;
  readonly bot_rules: number;
  readonly visitor: string;
  readonly network: string;
  /** Version of the rules by which the loader derived the columns below from those above; they can be derived anew. */
  readonly enrichment: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
  /** Two letters: AF AN AS EU NA OC SA. */
  readonly continent: string;
  /** `desktop`, `mobile`, `tablet` and the like. */
  readonly device: string;
  readonly browser: string;
  readonly os: string;
  /** ISO 639, the visitor's first choice, without its region. */
  readonly language: string;
  /** Host of the page the visitor came from, without `www.`. */
  readonly referrer: string;
  /** That page without its query and fragment. */
  readonly referrer_url: string;
}

/** A click to be inserted. Its time may be a number as well, in milliseconds since 1970. */
export type NewClick = Omit<ClickRow, 'time'> & { readonly time: ClickRow['time'] | number };

type Columns = { readonly [name in keyof ClickRow]: Column<NewClick> };

/** A missing field does not compile. Each column has its own function: one that takes a column's name is far slower. */
const COLUMNS_BY_NAME: Columns = {
  workspace_id: label('workspace_id', (row) => row.workspace_id),
  link_id: label('link_id', (row) => row.link_id),
  time: time('time', (row) => millisecondsOf(row.time)),
  source: label('source', (row) => row.source),
  seq: uint64('seq', (row) => row.seq),
  domain_id: label('domain_id', (row) => row.domain_id),
  revision: label('revision', (row) => row.revision),
  tags: labels('tags', (row) => row.tags),
  campaign_id: label('campaign_id', (row) => row.campaign_id),
  destination: label('destination', (row) => row.destination),
  utm_source: label('utm_source', (row) => row.utm_source),
  utm_medium: label('utm_medium', (row) => row.utm_medium),
  utm_campaign: label('utm_campaign', (row) => row.utm_campaign),
  utm_term: label('utm_term', (row) => row.utm_term),
  utm_content: label('utm_content', (row) => row.utm_content),
  rule: maybeUint16('rule', (row) => row.rule),
  variant: maybeUint16('variant', (row) => row.variant),
  agent: label('agent', (row) => row.agent),
  accept_language: label('accept_language', (row) => row.accept_language),
  referer: label('referer', (row) => row.referer),
  cdn_country: label('cdn_country', (row) => row.cdn_country),
  purpose: label('purpose', (row) => row.purpose),
  method: label('method', (row) => row.method),
  trigger: label('trigger', (row) => row.trigger),
  is_bot: flag('is_bot', (row) => row.is_bot),
  bot_rules: uint16('bot_rules', (row) => row.bot_rules),
  visitor: textColumn('visitor', (row) => row.visitor),
  network: label('network', (row) => row.network),
  enrichment: uint16('enrichment', (row) => row.enrichment),
  country: label('country', (row) => row.country),
  region: label('region', (row) => row.region),
  city: label('city', (row) => row.city),
  continent: label('continent', (row) => row.continent),
  device: label('device', (row) => row.device),
  browser: label('browser', (row) => row.browser),
  os: label('os', (row) => row.os),
  language: label('language', (row) => row.language),
  referrer: label('referrer', (row) => row.referrer),
  referrer_url: label('referrer_url', (row) => row.referrer_url),
};

/** In the order in which {@link encodeRows} writes them. */
export const COLUMNS = Object.keys(COLUMNS_BY_NAME);

const ENCODERS = Object.values(COLUMNS_BY_NAME);

/**
 * Rows as one block in ClickHouse's format Native. Almost all texts are written as labels, even if the table has plain
 * ones: clicks of one time are alike, and the engine need not read a repeated text a thousand times.
 */
export const encodeRows = (rows: readonly NewClick[]): Buffer =>
  rows.length === 0 ? Buffer.alloc(0) : encodeBlock(ENCODERS, rows);

const millisecondsOf = (at: string | number): number => {
  const milliseconds = typeof at === 'number' ? at : Date.parse(`${at.replace(' ', 'T')}Z`);
  if (!Number.isSafeInteger(milliseconds)) throw new RangeError(`not a time: ${at}`);
  return milliseconds;
};
