/** The texts of a record; null where a value is not known or was not given. */
export const RECORD_TEXTS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'region',
  'city',
  'continent',
  'device',
  'browser',
  'os',
  'language',
  'referrer',
  'referrer_url',
] as const;

/**
 * A click as other systems get it, without the names of its link. It tells no two visitors apart: it has neither the
 * visitor's hash nor the network.
 */
export interface PublishedClick extends Readonly<Record<(typeof RECORD_TEXTS)[number], string | null>> {
  /** Never changes. */
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly link_id: string;
  readonly domain_id: string;
  /** Of the link at the time of the click, like its campaign. */
  readonly tags: string[];
  readonly campaign_id: string | null;
  readonly destination: string;
  readonly trigger: string;
  readonly is_bot: boolean;
  readonly rule: number | null;
  readonly variant: number | null;
}

/**
 * A field has the name of the column that it is made of; in a condition the name means the column. Times are written as
 * RFC 3339 in UTC.
 */
export const RECORD_SETTINGS = "prefer_column_name_to_alias = 1, date_time_output_format = 'iso'";

export interface RecordForm {
  /** Writes lists as texts, for a format without lists. */
  readonly flat?: boolean;
  /** Converts a text from a visitor or a workspace. @param text an SQL expression */
  readonly text?: (text: string) => string;
  /** More columns, after the id of the link. */
  readonly names?: readonly string[];
}

/** The columns of a record, in its order. */
export const recordColumns = ({ flat = false, text = (same) => same, names = [] }: RecordForm = {}): string => {
  const known = (column: string) => `nullIf(${text(column)}, '') AS ${column}`;
  return [
    "concat('clk_', source, '_', toString(seq)) AS id",
    'time AS at',
    'link_id',
    ...names,
    'domain_id',
    flat ? `${text("arrayStringConcat(tags, ',')")} AS tags` : 'tags',
    known('campaign_id'),
    `${text('destination')} AS destination`,
    ...RECORD_TEXTS.map(known),
    'trigger',
    'is_bot',
    'rule',
    'variant',
  ].join(', ');
};

/** What a click has beside its destination, which is the only text that may be long; bytes. */
const BYTES_BESIDE = 500;

/** About how many bytes a click takes; an SQL expression. */
export const BYTES_OF_CLICK = `length(destination) + ${BYTES_BESIDE}`;

/** The same of one that has been read. */
export const bytesOfClick = ({ destination }: Pick<PublishedClick, 'destination'>): number =>
  Buffer.byteLength(destination) + BYTES_BESIDE;
