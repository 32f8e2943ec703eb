import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { cellOf, ERROR_COLUMNS, protectCell } from '@contexts/links';
import { csvOf } from '../exports/csv';
import { inPieces } from '../exports/pieces';
import { MOST_COLUMNS } from './file/import-file';
import type { RowError } from './import-job';
import { Imports } from './import.queries';

/** The failed rows of an import as a CSV, which can be mended and imported again. */
@Injectable()
export class FailedRows {
  constructor(private readonly imports: Imports) {}

  async open(workspaceId: string, id: string): Promise<Readable> {
    const named = await this.imports.columns(workspaceId, id);
    const columns = named.length > 0 ? named : await this.columnsOfJson(workspaceId, id);
    return Readable.from(this.lines(workspaceId, id, columns), { objectMode: false });
  }

  private async *lines(workspaceId: string, id: string, columns: readonly string[]): AsyncGenerator<string> {
    yield csvOf([[...columns.filter(isOwn).map(protectCell), ...ERROR_COLUMNS]]);
    for await (const errors of this.pages(workspaceId, id))
      yield* inPieces(errors, ({ code, message, values }) => {
        const { cells, beyond } = cellsOf(values, columns);
        return csvOf([[...cells, code, message, ...beyond].map(cellOf)]);
      });
  }

  private async *pages(workspaceId: string, id: string): AsyncGenerator<readonly RowError[]> {
    for (let after = 0; ;) {
      const errors = await this.imports.failedRows(workspaceId, id, after);
      const last = errors.at(-1);
      if (!last) return;
      yield errors;
      after = last.row;
    }
  }

  private async columnsOfJson(workspaceId: string, id: string): Promise<readonly string[]> {
    const columns = new Set<string>();
    for await (const errors of this.pages(workspaceId, id))
      for (const { values } of errors)
        for (const name of Object.keys(JSON.parse(values) as object))
          if (columns.size < MOST_COLUMNS) columns.add(name);
    return [...columns];
  }
}

/** A file of failed rows that was mended and imported has columns of ours, which the next one has anew. */
const isOwn = (column: string): boolean => !(ERROR_COLUMNS as readonly string[]).includes(column);

/** Where earlier versions kept the cells beyond the columns. No column has this name: it has a blank at its end. */
const SURPLUS = 'surplus ';

/** A row as its columns have it, and what is beyond them. */
const cellsOf = (text: string, columns: readonly string[]) => {
  const values = JSON.parse(text) as readonly string[] | Readonly<Record<string, unknown>>;
  const own = columns.flatMap((name, nth) => (isOwn(name) ? [{ name, nth }] : []));
  if (isCells(values)) return { cells: own.map(({ nth }) => values[nth]), beyond: values.slice(columns.length) };
  const surplus = values[SURPLUS];
  return { cells: own.map(({ name }) => values[name]), beyond: Array.isArray(surplus) ? (surplus as string[]) : [] };
};

const isCells = (values: object): values is readonly string[] => Array.isArray(values);
