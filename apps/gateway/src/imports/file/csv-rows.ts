import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { FileProblem, LONGEST_ROW } from './file-problem';

/** A row of a file as it is, and the line where it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

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

/** The cells of the first row. @param head the beginning of a file, without a byte order mark */
export const firstRowOf = (head: string, delimiter: string): readonly string[] => {
  const [cells = []] = parseAtOnce(head, { ...LENIENT, delimiter, to: 1 });
  return cells.map((cell) => cell.trim());
};

/** The rows after the first. @param text without a byte order mark @throws FileProblem */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({ ...LENIENT, delimiter, from: 2, info: true });
  // Its errors come out of the parser.
  pipeline(Readable.from(text), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>)
      yield { line: info.lines - linesWithin(record), cells: record };
  } catch (error) {
    throw error instanceof CsvError ? problemOf(error) : error;
  }
}

interface Parsed {
  readonly record: readonly string[];
  /** `lines`: the line where the record ends. */
  readonly info: { readonly lines: number };
}

const linesWithin = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0);

const problemOf = (error: CsvError): FileProblem => {
  const line = typeof error['lines'] === 'number' ? error['lines'] : null;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return new FileProblem(line, 'A quoted cell does not end.');
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new FileProblem(line, `A row has more than ${LONGEST_ROW} characters; does a quoted cell not end?`);
  return new FileProblem(line, 'The file is not a CSV.');
};
