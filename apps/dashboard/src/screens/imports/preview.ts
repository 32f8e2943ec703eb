import type { ImportSource, MediaType } from './import-queries';

/** What can be said of a file before it is sent. */
export interface Preview {
  readonly type: MediaType;
  /** What its columns or fields look like; the API decides. */
  readonly source: ImportSource | null;
  readonly columns: readonly string[];
  /** Of its first rows, the cells in the order of the columns. */
  readonly rows: readonly (readonly string[])[];
}

/** Bytes of a file that are looked at. */
const HEAD = 65_536;
const ROWS = 5;
const DELIMITERS = [',', ';', '|', '\t'] as const;

/** Columns by which the sources are told apart, in the order in which the API tries them. */
const MARKS: readonly (readonly [ImportSource, readonly string[]])[] = [
  ['dub', ['shortlink', 'destinationurl']],
  ['dub', ['shortlink', 'url']],
  ['dub', ['domain', 'key', 'url']],
  ['bitly', ['link', 'destinationurl']],
  ['bitly', ['customlink', 'destinationurl']],
  ['bitly', ['link', 'longurl']],
  ['shlink', ['shortcode', 'longurl']],
  ['kutt', ['address', 'target']],
  ['yourls', ['keyword', 'url']],
  ['yourls', ['source', 'target']],
  ['waymark', ['destinationurl']],
];

/** `Long URL`, `long_url` and `longUrl` are one. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_]/g, '');

export const sourceOf = (columns: readonly string[]): ImportSource | null => {
  const known = new Set(columns.map(plain));
  return MARKS.find(([, marks]) => marks.every((mark) => known.has(mark)))?.[0] ?? null;
};

/** The rows that a CSV begins with, as far as they are complete. */
export const rowsOf = (text: string, delimiter: string, most: number): readonly (readonly string[])[] => {
  const rows: string[][] = [];
  let [row, cell, quoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const character = text.charAt(at);
    if (quoted && character === '"' && text.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && character === delimiter) {
      row.push(cell);
      cell = '';
    } else if (!quoted && character === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')]);
      [row, cell] = [[], ''];
    } else cell += character;
  }
  if (rows.length < most && (row.length > 0 || cell !== '')) rows.push([...row, cell]);
  return rows.filter((cells) => cells.some((one) => one !== ''));
};

const ofCsv = (text: string): Preview => {
  const [line = ''] = text.split('\n', 1);
  const delimiter = [...DELIMITERS].sort((a, b) => line.split(b).length - line.split(a).length)[0] ?? ',';
  const [columns = [], ...rows] = rowsOf(text, delimiter, ROWS + 1);
  return { type: 'text/csv', source: sourceOf(columns), columns, rows };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** The rows of an array, or of an answer of an API that has one. */
const listIn = (value: unknown): readonly unknown[] | undefined => {
  if (!isRecord(value)) return Array.isArray(value) ? value : undefined;
  const { data, links } = isRecord(value['shortUrls']) ? value['shortUrls'] : value;
  return [data, links].find((list) => Array.isArray(list));
};

const ofJson = (text: string): Preview => {
  const rows = listIn(parsed(text)) ?? text.split('\n', ROWS).map(parsed);
  const objects = rows.filter(isRecord).slice(0, ROWS);
  const columns = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  return {
    type: 'application/x-ndjson',
    source: sourceOf(columns),
    columns,
    rows: objects.map((object) => columns.map((name) => written(object[name]))),
  };
};

/** Looks at the beginning of a file; an array of rows is shown only where it ends in it. */
export const previewOf = async (file: Blob): Promise<Preview> => {
  const text = (await file.slice(0, HEAD).text()).replace(/^\ufeff/, '').trimStart();
  return /^[[{]/.test(text) ? ofJson(text) : ofCsv(text);
};
