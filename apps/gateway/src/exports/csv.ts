import { stringify } from 'csv-stringify/sync';

/** Lines of a CSV by RFC 4180. @param rows cells, already safe for spreadsheets */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
