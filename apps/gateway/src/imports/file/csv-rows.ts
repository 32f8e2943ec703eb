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

/** The parser, and the cells of the row that it is reading, the last of them in bytes. */
type Counted = Parser & {
  readonly state: { readonly record: readonly string[]; readonly field: { toString(encoding: 'utf8'): string } };
};

const DELIMITERS = [',', ';', '\t', '|'];

/** CSV as programs write it: any number of cells in a row, quotes within unquoted cells, empty lines. */
const LENIENT = {
  record_delimiter: ['\r\n', '\n', '\r'] as string[],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
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
    const [cells = []] = parseAtOnce(head, { ...LENIENT, delimiter, skip_records_with_empty_values: true, to: 1 });
    return cells.map((cell) => cell.trim());
  } catch (error) {
    throw error instanceof CsvErrorAtOnce ? problemOf(error, lineOf(error)) : error;
  }
};

/**
 * The rows after the first. They are taken from the parser as it finds them: in a stream, each would be linked to the one
 * before, and stay until all garbage is collected.
 * @param text without a byte order mark @throws FileProblem
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const rows = new RowsFound();
  const parser = parse({ ...LENIENT, delimiter, on_record: (cells, info) => rows.add(cells, info) }) as Counted;
  for await (const piece of text) {
    await settled(parser, rows, (done) => parser.write(piece, done));
    demandFewCells(parser, rows);
    yield* rows.taken();
  }
  await settled(parser, rows, (done) => parser.end(done));
  yield* rows.taken();
}

/** The rows that a parser finds, after the first one, by their own lines. */
class RowsFound {
  private found: CsvRow[] = [];
  private isAfterFirst = false;
  /** Lines that the parser has counted and the file does not have. */
  private surplus = 0;
  /** Where the row before ended, as the parser counts. */
  private ended = 0;

  add(cells: readonly string[], { lines }: Pick<InfoRecord, 'lines'>): null {
    const withBreaks = lines > this.ended + 1 ? cells : [];
    const line = lines - this.surplus - breaksWithin(withBreaks, /[\r\n]/g);
    this.surplus += surplusOf(withBreaks);
    this.ended = lines;
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (this.isAfterFirst) this.found.push({ line, cells });
    this.isAfterFirst = true;
    return null;
  }

  taken(): readonly CsvRow[] {
    const rows = this.found;
    this.found = [];
    return rows;
  }

  /** The line where the parser is. */
  lineOf({ state, info }: Counted): number {
    return info.lines - this.surplus - surplusOf([...state.record, state.field.toString('utf8')]);
  }
}

/** The parser counts CR and LF in a quoted cell as two lines. */
const surplusOf = (cells: readonly string[]): number => breaksWithin(cells, /\r\n/g);

const breaksWithin = (cells: readonly string[], ends: RegExp): number =>
  cells.reduce((count, cell) => count + (cell.match(ends)?.length ?? 0), 0);

/** @throws FileProblem */
const settled = (
  parser: Counted,
  rows: RowsFound,
  act: (done: (error?: Error | null) => void) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(error instanceof CsvError ? problemOf(error, rows.lineOf(parser)) : error);
    parser.removeAllListeners('error').on('error', fail);
    act((error) => (error ? fail(error) : resolve()));
  });

/** The limit of a row's characters does not count its delimiters. @throws FileProblem */
const demandFewCells = (parser: Counted, rows: RowsFound): void => {
  if (parser.state.record.length > MOST_CELLS)
    throw new FileProblem(rows.lineOf(parser), `A row has more than ${MOST_CELLS} cells.`);
};

const lineOf = (error: CsvError): number | null => (typeof error['lines'] === 'number' ? error['lines'] : null);

const problemOf = (error: CsvError, line: number | null): FileProblem => {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new FileProblem(line, 'A quoted cell does not end.');
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new FileProblem(line, `A row has more than ${LONGEST_ROW} characters; does a quoted cell not end?`);
  return new FileProblem(line, 'The file is not a CSV.');
};
