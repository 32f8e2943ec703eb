import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { cellOf, ERROR_COLUMNS, protectCell } from '@contexts/links';
import { csvOf } from '../exports/csv';
import { MOST_COLUMNS } from './file/import-file';
import type { RowError } from './import-job';
import { SURPLUS } from './import-run';
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
    yield csvOf([[...columns.map(protectCell), ...ERROR_COLUMNS]]);
    for await (const errors of this.pages(workspaceId, id))
      yield csvOf(
        errors.map(({ code, message, values: text }) => {
          const values = valuesOf(text);
          const surplus = values[SURPLUS];
          const beyond = Array.isArray(surplus) ? surplus.map((cell) => cellOf(cell)) : [];
          return [...columns.map((column) => cellOf(values[column])), cellOf(code), cellOf(message), ...beyond];
        }),
      );
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
        for (const name of Object.keys(valuesOf(values))) if (columns.size < MOST_COLUMNS) columns.add(name);
    return [...columns];
  }
}

const valuesOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text) as Record<string, unknown>;
