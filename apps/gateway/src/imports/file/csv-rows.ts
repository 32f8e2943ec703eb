import { CsvError, type InfoRecord, type Parser, parse } from 'csv-parse';
import { CsvError as CsvErrorAtOnce, parse as parseAtOnce } from 'csv-parse/sync';
import { FileProblem, LONGEST_ROW } from './file-problem';

/** A row of a file as it is, and the line where it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Of a row whose end has not been read yet. */
const MOST_CELLS = 10_000;

/** The parser, and the cells of the row that it is reading. */
type Counted = Parser & { readonly state: { readonly record: readonly unknown[] } };

const DELIMITERS = [',', ';', '\t', '|'];

/** CSV as programs write it: any number of cells in a row, quotes within unquoted cells, empty lines. */
const LENIENT = {
  record_delimiter: ['\r\n', '\n', '\r'] as string[],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: LONGEST_ROW,
} as const;

/** The delimiter that the first line with text has most often, outside of quotes. */
export const delimiterOf = (head: string): string => {
  const [line = ''] = /^.*\S.*$/m.exec(head) ?? [];
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** Whether the first row with text ends in this beginning: a line break in quotes does not end it. */
export const hasWholeRow = (head: string): boolean => {
  const bare = head.replace(/"[^"]*"/g, 'x').replace(/"[^]*$/, '');
  return /[\r\n]/.test(bare.trimStart());
};

/** The cells of the first row. @param head the beginning of a file, without a byte order mark @throws FileProblem */
export const firstRowOf = (head: string, delimiter: string): readonly string[] => {
  try {
    const [cells = []] = parseAtOnce(head, { ...LENIENT, delimiter, to: 1 });
    return cells.map((cell) => cell.trim());
  } catch (error) {
    throw error instanceof CsvErrorAtOnce ? problemOf(error) : error;
  }
};

/**
 * The rows after the first. They are taken from the parser as it finds them: in a stream, each would be linked to the one
 * before, and stay until all garbage is collected.
 * @param text without a byte order mark @throws FileProblem
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  let found: CsvRow[] = [];
  const onRecord = (cells: readonly string[], { lines }: InfoRecord): null => {
    found.push({ line: lines - linesWithin(cells), cells });
    return null;
  };
  const parser = parse({ ...LENIENT, delimiter, from: 2, on_record: onRecord }) as Counted;
  const taken = (): readonly CsvRow[] => {
    const rows = found;
    found = [];
    return rows;
  };
  for await (const piece of text) {
    await settled(parser, (done) => parser.write(piece, done));
    demandFewCells(parser);
    yield* taken();
  }
  await settled(parser, (done) => parser.end(done));
  yield* taken();
}

/** @throws FileProblem */
const settled = (parser: Parser, act: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(error instanceof CsvError ? problemOf(error) : error);
    parser.removeAllListeners('error').on('error', fail);
    act((error) => (error ? fail(error) : resolve()));
  });

/** The limit of a row's characters does not count its delimiters. @throws FileProblem */
const demandFewCells = ({ state, info }: Counted): void => {
  if (state.record.length > MOST_CELLS) throw new FileProblem(info.lines, `A row has more than ${MOST_CELLS} cells.`);
};

const linesWithin = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);

const problemOf = (error: CsvError): FileProblem => {
  const line = typeof error['lines'] === 'number' ? error['lines'] : null;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new FileProblem(line, 'A quoted cell does not end.');
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new FileProblem(line, `A row has more than ${LONGEST_ROW} characters; does a quoted cell not end?`);
  return new FileProblem(line, 'The file is not a CSV.');
};
