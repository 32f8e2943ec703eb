import type { Readable } from 'node:stream';
import type { TimeSpan } from '@contexts/clicks';
import { type AnalyticsClient, RECORD_SETTINGS, recordColumns, type StreamFormat } from '@platform/analytics-store';
import { LINK_NAMES } from './link-names';
import { selectedWithin, type ClickSelection } from './click-selection';

export const EXPORT_FORMATS = ['csv', 'ndjson', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportRequest extends ClickSelection {
  readonly client: AnalyticsClient;
  readonly window: TimeSpan;
  readonly format: ExportFormat;
  /** For a CSV: no cell is a formula to a spreadsheet. */
  readonly safe: boolean;
  /** Of short URLs, like `https:`. */
  readonly scheme: string;
}

interface FormatTraits {
  readonly format: StreamFormat;
  readonly mediaType: string;
  readonly flat?: boolean;
  readonly settings: string;
}

const FORMATS: Readonly<Record<ExportFormat, FormatTraits>> = {
  csv: {
    format: 'CSVWithNames',
    mediaType: 'text/csv; charset=utf-8',
    flat: true,
    settings: "output_format_csv_crlf_end_of_line = 1, format_csv_null_representation = ''",
  },
  ndjson: {
    format: 'JSONEachRow',
    mediaType: 'application/x-ndjson',
    settings: 'output_format_json_escape_forward_slashes = 0',
  },
  parquet: {
    format: 'Parquet',
    mediaType: 'application/vnd.apache.parquet',
    // A row group is held in memory until it is whole.
    settings:
      "output_format_parquet_row_group_size = 65536, output_format_parquet_row_group_size_bytes = 67108864, output_format_parquet_compression_method = 'zstd'",
  },
};

/**
 * Limits the memory that an export takes in the engine; more threads take memory and processor time from other queries.
 * A click may have 40 kB. The sides of the join stay as they are, for the engine keeps one of them in memory whole: the
 * names, not the clicks.
 * Questions come first: see `priority` of the store's reads.
 */
const FRUGAL = 'max_threads = 2, max_block_size = 1024, query_plan_join_swap_table = 0, priority = 7';

/**
 * Puts an apostrophe before a text that a spreadsheet takes for a formula. Apostrophes before a formula get one more,
 * to tell the two apart.
 */
const harmless = (text: string) => `if(match(${text}, '^\\'*[=+@\\t\\r-]'), concat('\\'', ${text}), ${text})`;

const NAMES = [
  "if(alias = '', NULL, concat({scheme:String}, '//', domain, '/', alias)) AS short_url",
  "nullIf(domain, '') AS domain",
];

/** Has no order: merging the parts of the table in the order of its key takes as long as everything else. */
const exportSql = (condition: string, { flat = false, settings }: FormatTraits, safe: boolean) => `
  SELECT ${recordColumns({ flat, names: NAMES, ...(flat && safe && { text: harmless }) })}
  FROM clicks LEFT ANY JOIN (${LINK_NAMES}) AS names ON link_id = named_link
  WHERE ${condition}
  SETTINGS ${RECORD_SETTINGS}, ${FRUGAL}, ${settings}`;

export const mediaTypeOf = (format: ExportFormat): string => FORMATS[format].mediaType;

/** Streams a file of clicks at the pace of its reader. Throws StoreUnavailable; the stream fails with it, too. */
export const openExport = ({
  client,
  window,
  format,
  safe,
  scheme,
  ...selection
}: ExportRequest): Promise<Readable> => {
  const { sql, params } = selectedWithin(selection, window);
  return client.stream(exportSql(sql, FORMATS[format], safe), FORMATS[format].format, { ...params, scheme });
};

/** `waymark-clicks_20261001T000000Z_20261101T000000Z.csv` */
export const fileNameOf = ({ start, end }: TimeSpan, format: ExportFormat): string => {
  const compact = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.\d+|[-:]/g, '');
  return `waymark-clicks_${compact(start)}_${compact(end)}.${format}`;
};
