import { Rejection, isDeeper } from '@kernel';
import { type ImportRow, type ImportSource, hasManyMembers, recognise, rowOf, unprotectCell } from '@contexts/links';
import { z } from 'zod';
import { csvRows, delimiterOf, firstRowOf, hasWholeRow } from './csv-rows';
import { FileProblem, LONGEST_ROW } from './file-problem';
import { firstElements, isDocument, jsonElements, jsonLines } from './json-rows';
import { decodedText, isText, piecesOf } from './pieces';

export const IMPORT_TYPES = ['text/csv', 'application/x-ndjson'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** How a file is read: known from its beginning. */
export interface ImportFile {
  /** Rows as cells, as JSON in lines, or as the elements of an array. */
  readonly format: 'csv' | 'lines' | 'array';
  /** Of a CSV. */
  readonly delimiter: string;
  /** Null where the beginning is not text in UTF-8: the rest is not looked at then. */
  readonly source: ImportSource | null;
  /** Of a CSV, as the file names them. */
  readonly columns: readonly string[];
  readonly ignored: readonly string[];
}

/** A row of any file. `values` is by the names of the file; an unreadable row of JSON has only its fault. */
export interface FileRow {
  readonly line: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Of a CSV: all that the row has, those beyond the columns included. */
  readonly cells?: readonly string[];
  readonly fault?: string;
}

/** Columns of a file at most, or fields of its first row. Each row that fails costs as many cells in the file of errors. */
export const MOST_COLUMNS = 200;

/** Levels of a row of JSON at most, the row itself included. A link has five. */
export const DEEPEST_ROW = 32;

/** Bytes that are parsed without a break for other work: a millisecond's worth. */
const PIECE = { csv: 16_384, lines: 65_536, array: 65_536 };

/** Bytes of a beginning that are judged as they are. A row of the most characters has at most three bytes for each. */
export const LONGEST_HEAD = 4 * LONGEST_ROW;

/** The beginning of a file that arrives in chunks: as much as has the first row, which tells how the file is read. */
export class FileHead {
  private bytes = Buffer.alloc(0);
  private file: ImportFile | undefined;

  constructor(
    private readonly type: ImportType,
    private readonly source?: ImportSource,
  ) {}

  /** @throws Rejection as soon as the file is known to be one that is refused */
  take(chunk: Buffer): void {
    if (this.file) return;
    this.bytes = Buffer.concat([this.bytes, chunk]);
    if (this.bytes.length >= LONGEST_HEAD || hasFirstRow(this.bytes, this.type)) this.end();
  }

  /** How the file is read, when no chunk follows. @throws Rejection for a file that is refused */
  end(): ImportFile {
    this.file ??= judgeHead(this.bytes, this.type, this.source);
    this.bytes = Buffer.alloc(0);
    return this.file;
  }
}

/** Whether a beginning has the row whole that {@link judgeHead} looks for. */
const hasFirstRow = (head: Buffer, type: ImportType): boolean => {
  const text = textOf(head);
  return type === 'text/csv' ? hasWholeRow(text) : firstObject(text, jsonFormatOf(text)) !== undefined;
};

const textOf = (head: Buffer): string => head.toString('utf8').replace(/^\ufeff/, '');

const jsonFormatOf = (text: string): 'array' | 'lines' => (isDocument(text) ? 'array' : 'lines');

/**
 * Judges a file by its beginning.
 * @param head all of it, or enough to have the first row @throws Rejection `invalid_request`
 */
export const judgeHead = (head: Buffer, type: ImportType, source?: ImportSource): ImportFile => {
  const text = textOf(head);
  if (text.trim() === '') throw empty();
  if (type === 'text/csv') {
    const delimiter = delimiterOf(text);
    if (!isText(head)) return { format: 'csv', delimiter, source: null, columns: [], ignored: [] };
    const columns = columnsOf(text, delimiter);
    if (columns.length > MOST_COLUMNS)
      throw refused('The file has too many columns.', `must have at most ${MOST_COLUMNS} columns`);
    return { format: 'csv', delimiter, columns, ...recognise(columns, { source, noun: 'column' }) };
  }
  const format = jsonFormatOf(text);
  const unknown: ImportFile = { format, delimiter: '', source: null, columns: [], ignored: [] };
  if (!isText(head)) return unknown;
  const first = firstObject(text, format);
  if (!first) throw withoutRows();
  const fields = Object.keys(first);
  if (fields.length > MOST_COLUMNS)
    throw refused('The first row has too many fields.', `must have at most ${MOST_COLUMNS} fields in a row`);
  return { ...unknown, ...recognise(fields, { source, noun: 'field' }) };
};

/** @throws Rejection where the first row cannot be read */
const columnsOf = (text: string, delimiter: string): readonly string[] => {
  try {
    return firstRowOf(text, delimiter);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    throw refused(`The first row cannot be read. ${error.message}`, 'has a first row that cannot be read');
  }
};

const refused = (detail: string, message: string): Rejection =>
  new Rejection('invalid', 'invalid_request', detail, {}, [{ location: 'body', message }]);

const empty = (): Rejection => refused('The file has no rows.', 'is empty');

const withoutRows = (): Rejection =>
  refused('The file has no rows that can be read.', 'must have a JSON object in each line, or be an array of them');

/** Rows that are looked at for names. */
const MOST_TRIED = 1_000;

/** The first row that is an object: its names are those of the file. */
const firstObject = (text: string, format: 'lines' | 'array'): object | undefined => {
  let tried = 0;
  for (const row of format === 'array' ? firstElements(text) : text.split('\n', MOST_TRIED)) {
    const found = jsonObject(row);
    if (found || (tried += 1) >= MOST_TRIED) return found;
  }
  return undefined;
};

const anObject = z.record(z.string(), z.unknown());

const jsonObject = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return anObject.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

/** Every row of a file, in bounded memory. @throws FileProblem for what makes the rest of the file unreadable */
export async function* importRowsOf(file: ImportFile, chunks: AsyncIterable<Buffer>): AsyncGenerator<FileRow> {
  const text = decodedText(piecesOf(chunks, PIECE[file.format]));
  if (file.format === 'csv') {
    for await (const { line, cells } of csvRows(text, file.delimiter)) yield ofCells(line, cells, file.columns);
    return;
  }
  const rows = file.format === 'array' ? jsonElements(text) : jsonLines(text);
  for await (const row of rows) yield ofJson(row.line, row.text);
}

const ofCells = (line: number, cells: readonly string[], columns: readonly string[]): FileRow => {
  const own = cells.map(unprotectCell);
  const named = columns.map((name, index) => [name, own[index] ?? ''] as const);
  const values = Object.fromEntries(named.filter(([, cell]) => cell !== ''));
  if (cells.length === columns.length) return { line, values, cells: own };
  return { line, values, cells: own, fault: `has ${cells.length} cells, and the first row has ${columns.length}` };
};

const ofJson = (line: number, text: string): FileRow => {
  if (text.length > LONGEST_ROW) return { line, values: {}, fault: `has more than ${LONGEST_ROW} characters` };
  if (hasManyMembers(text)) return { line, values: {}, fault: 'has more members than any link' };
  const values = jsonObject(text);
  if (!values) return { line, values: {}, fault: 'is not a JSON object' };
  return isDeeper(values, DEEPEST_ROW)
    ? { line, values: {}, fault: `is nested more than ${DEEPEST_ROW} levels deep` }
    : { line, values };
};

/** The row by the plain names of its columns. @throws Rejection for a row that cannot be read, or for unknown names */
export const importRowOf = (source: ImportSource, { values, fault }: FileRow): ImportRow => {
  if (fault !== undefined)
    throw new Rejection('invalid', 'invalid_request', `The row ${fault}.`, {}, [{ location: 'body', message: fault }]);
  return rowOf(source, Object.entries(values));
};
