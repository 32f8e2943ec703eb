const NEEDS_QUOTES = /[",\r\n]/;

/** Lines of a CSV by RFC 4180. @param rows cells, already safe for spreadsheets */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');

const quoted = (cell: string): string => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
