import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { Endpoint, HttpResponse, Id, ValidBody, ValidQuery, found, listOf } from '@platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, CurrentCaller } from '../caller';
import { listEndpoint } from '../endpoints';
import { Downloads } from '../exports/downloads';
import { FailedRows } from './failed-rows';
import { IMPORT_TYPES } from './file/import-file';
import { Imports } from './import.queries';
import {
  importErrorsQuery,
  importList,
  type ImportQuery,
  importQuery,
  importRecord,
  importsQuery,
} from './import.schemas';
import { LARGEST_FILE, MOST_UPLOADS, Upload } from './import.uploads';

const HOUR_MS = 3_600_000;

const importedFile = z
  .custom<Upload>((value) => value instanceof Upload || (value !== null && typeof value === 'object'), {
    error: 'must be a file',
  })
  .meta({
    type: 'string',
    format: 'binary',
    description: 'At most 256 MB in UTF-8, with at most 1,000,000 rows of at most 200 columns.',
    example: 'destination_url,alias,tags\nhttps://example.com/summer,summer-26,"sale,summer"\n',
  });

const failedRowsFile = z.string().meta({
  format: 'binary',
  description: 'The rows that failed, as CSV.',
  example:
    'destination_url,alias,error_code,error_message\r\nhttps://example.com/,summer-26,alias_taken,This alias is taken.\r\n',
});

@Controller('v1')
export class ImportsController {
  constructor(
    private readonly imports: Imports,
    private readonly failedRows: FailedRows,
    private readonly downloads: Downloads,
  ) {}

  @Post('links/import')
  @Endpoint({
    id: 'imports.create',
    summary: 'Import links',
    description:
      'Makes a link of each row, in the background. A CSV has a header row with the column names of the link ' +
      'record (any ' +
      'of `,` `;` `|` or tab between cells), NDJSON an object in each line, or an array of them. The exports of ' +
      'Bitly, Dub, Shlink and YOURLS, and an answer of the APIs of Bitly, Dub, Kutt and Shlink, are recognised by ' +
      'their columns. A column that is unknown is a 400; of an API it is ignored. Links of a host that a service ' +
      "shares among its customers, such as bit.ly, come to the workspace's primary domain. Tags are " +
      'separated by commas within their cell; `rules`, `variants` and `preview` are JSON. Counts, ids and dates ' +
      'of creation ' +
      'are ignored, and named in `ignored_columns`. A status `archived` or `disabled` is taken over. A row that ' +
      'fails stops ' +
      'no other one; of rows with one alias the first has it. A row of a link with a password fails. A workspace ' +
      'may have ' +
      `${MOST_UPLOADS} imports that have not ended, one of which runs at a time.`,
    scope: 'write',
    query: importQuery,
    body: importedFile,
    consumes: IMPORT_TYPES,
    bodyLimit: LARGEST_FILE,
    bodyWithin: HOUR_MS,
    responses: { 202: importRecord },
    headers: ['Location'],
    errors: ['limit_reached', 'domain_not_verified'],
  })
  async create(@ValidBody() upload: Upload, @ValidQuery() query: ImportQuery, @CurrentCaller() caller: Caller) {
    const id = await this.imports.queue(upload, query, caller);
    const record = found(await this.imports.find(caller.subject.workspaceId, id));
    return new HttpResponse(record, { status: 202, headers: { location: `/v1/imports/${id}` } });
  }

  @Get('imports')
  @listEndpoint('imports.list', 'List imports', {
    description: 'The newest first, without their errors. Imports are forgotten 30 days after their end.',
    query: importsQuery,
    answer: importList,
  })
  async list(@ValidQuery() paging: z.infer<typeof importsQuery>, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.imports.list(subject.workspaceId, paging);
    return listOf({ data: rows, total, ...paging });
  }

  @Get('imports/:id')
  @Endpoint({
    id: 'imports.get',
    summary: 'Get an import',
    description: 'Its progress: `created` and `failed` grow up to `total`.',
    scope: 'read',
    responses: { 200: importRecord },
  })
  async get(@Id('imp') id: string, @CurrentCaller() { subject }: Caller) {
    return found(await this.imports.find(subject.workspaceId, id));
  }

  @Get('imports/:id/errors')
  @Endpoint({
    id: 'imports.errors',
    summary: 'Download the rows that failed',
    description:
      'All of them, with their cells as they came and the columns `error_code` and `error_message`: mend them, ' +
      'and import ' +
      "the file again. Kept for a workspace's last ten imports.",
    scope: 'read',
    query: importErrorsQuery,
    responses: { 200: failedRowsFile },
    produces: 'text/csv; charset=utf-8',
  })
  async errors(
    @Id('imp') id: string,
    @ValidQuery() _query: z.infer<typeof importErrorsQuery>,
    @CurrentCaller() { subject: { workspaceId } }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    found(await this.imports.find(workspaceId, id));
    const mediaType = 'text/csv; charset=utf-8';
    const open = () => this.failedRows.open(workspaceId, id);
    const download = { workspaceId, fileName: `waymark-${id}-errors.csv`, mediaType, compressible: true, open };
    return this.downloads.send(download, request, reply);
  }

  @Post('imports/:id/cancel')
  @Endpoint({
    id: 'imports.cancel',
    summary: 'Cancel an import',
    description: 'The links that it has made stay, and no more are made.',
    scope: 'write',
    responses: { 200: importRecord },
    errors: ['invalid_state'],
  })
  async cancel(@Id('imp') id: string, @CurrentCaller() caller: Caller) {
    await this.imports.cancel(id, caller);
    return found(await this.imports.find(caller.subject.workspaceId, id));
  }
}
