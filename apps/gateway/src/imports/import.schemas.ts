import { z } from 'zod';
import { IMPORT_SOURCES } from '@contexts/links';
import { pagingQuery } from '@platform/http';
import { listOfRecords } from '../responses';
import { IMPORT_STATUSES } from './import-job';

/** Query of `POST /v1/links/import`. */
export const importQuery = z.strictObject({
  source: z.enum(IMPORT_SOURCES).optional().meta({ description: 'Absent: recognised by the columns.' }),
  domain: z
    .string()
    .min(1)
    .max(253)
    .optional()
    .meta({ description: 'For links whose host is no verified domain of the workspace; absent: those rows fail.' }),
});
export type ImportQuery = z.infer<typeof importQuery>;

/** Query of `GET /v1/imports`. */
export const importsQuery = z.strictObject(pagingQuery);

/** Query of `GET /v1/imports/{id}/errors`. */
export const importErrorsQuery = z.strictObject({ format: z.literal('csv').default('csv') });

const error = z.object({
  row: z.int().nullable().meta({ description: 'Data row, from 1; null for a fault of the file as a whole.' }),
  line: z.int().nullable().meta({ description: 'Line of the file where the row begins.' }),
  code: z.string().meta({ example: 'alias_taken' }),
  message: z.string().meta({ example: 'This alias is taken.' }),
});

const listed = z
  .object({
    id: z.string().meta({ example: 'imp_01jdb0q5v9m2t7x4c8k3n6r1ws' }),
    status: z.enum(IMPORT_STATUSES),
    source: z.enum(IMPORT_SOURCES).nullable().meta({ description: 'Null where the file could not be read.' }),
    total: z.int().nullable().meta({ description: 'Data rows of the file; null until they are counted.' }),
    created: z.int(),
    failed: z.int(),
    ignored_columns: z.array(z.string()),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedImport' });

/** The record of an import, for the OpenAPI document. */
export const importRecord = listed
  .extend({ errors: z.array(error).meta({ description: 'The first 1,000, in the order of rows.' }) })
  .meta({ id: 'Import' });

export const importList = listOfRecords(listed);
