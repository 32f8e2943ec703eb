import { z } from 'zod';
import { IMPORT_SOURCES } from '@contexts/links';
import { pagingQuery } from '@platform/http';
import { listOfRecords } from '../responses';
import { IMPORT_STATUSES } from './import-job';

const source = z
  .enum(IMPORT_SOURCES)
  .meta({ id: 'ImportSource', description: 'The service that a file comes from.', example: 'bitly' });

/** Query of `POST /v1/links/import`. */
export const importQuery = z.strictObject({
  source: source.optional().meta({ description: 'Where the file comes from. Absent: recognised by the columns.' }),
  domain: z.string().min(1).max(253).optional().meta({
    description: 'For links whose host is not a verified domain of the workspace; absent: those rows fail.',
    example: 'go.example.com',
  }),
});
export type ImportQuery = z.infer<typeof importQuery>;

/** Query of `GET /v1/imports`. */
export const importsQuery = z.strictObject(pagingQuery);

/** Query of `GET /v1/imports/{id}/errors`. */
export const importErrorsQuery = z.strictObject({
  format: z.literal('csv').default('csv').meta({ description: 'Format of the file.', example: 'csv' }),
});

const error = z
  .object({
    row: z
      .int()
      .nullable()
      .meta({ description: 'Data row, from 1; null for a fault of the file as a whole.', example: 2 }),
    line: z.int().nullable().meta({ description: 'Line of the file where the row begins.', example: 3 }),
    code: z.string().meta({ description: 'Stable code of the fault.', example: 'alias_taken' }),
    message: z.string().meta({ description: 'The fault in words.', example: 'This alias is taken.' }),
  })
  .meta({ id: 'ImportError', description: 'A row that failed, and why.' });

const number = (description: string, example: number) => z.int().meta({ description, example });

const listed = z
  .object({
    id: z.string().meta({ description: 'Id of the import.', example: 'imp_01jdb0q5v9m2t7x4c8k3n6r1ws' }),
    status: z
      .enum(IMPORT_STATUSES)
      .meta({ id: 'ImportStatus', description: 'Status of an import.', example: 'completed' }),
    source: source.nullable().meta({ description: 'Where it comes from. Null where the file could not be read.' }),
    total: number('Data rows of the file; null until they are counted.', 2).nullable(),
    created: number('Links that were created.', 1),
    failed: number('Rows that failed.', 1),
    ignored_columns: z.array(z.string()).meta({ description: 'Columns that were ignored.', example: ['clicks'] }),
    created_at: z.iso.datetime().meta({ description: 'When the file arrived.', example: '2026-11-21T08:00:00.000Z' }),
    ended_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the import ended.', example: '2026-11-21T08:00:03.512Z' }),
  })
  .meta({ id: 'ListedImport', description: 'An import without its errors.' });

/** The record of an import, for the OpenAPI document. */
export const importRecord = z
  .intersection(
    listed,
    z.object({ errors: z.array(error).meta({ description: 'The first 1,000, in the order of rows.' }) }),
  )
  .meta({ id: 'Import', description: 'An import with the first of its errors.' });

export const importList = listOfRecords(listed, 'ImportList', 'A page of imports.');
