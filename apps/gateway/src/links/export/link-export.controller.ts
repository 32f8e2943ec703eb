import { Controller, Get, Req, Res } from '@nestjs/common';
import { Endpoint, ValidQuery } from '@platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, CurrentCaller } from '../../caller';
import { Downloads } from '../../exports/downloads';
import { countLinksQuery } from '../link-query.schemas';
import { LINK_RECORD_FIELDS } from '../link.schemas';
import { LINK_EXPORT_FORMATS, LinkExport, linkExportType } from './link-export';

const exportLinksQuery = countLinksQuery.extend({
  format: z.enum(LINK_EXPORT_FORMATS).default('csv').meta({ description: 'Format of the file.', example: 'csv' }),
});
type ExportLinksQuery = z.output<typeof exportLinksQuery>;

const exportedFile = z
  .string()
  .describe(`A file of link records: ${LINK_RECORD_FIELDS.join(', ')}; and disabled.`)
  .meta({
    format: 'binary',
    example:
      'id,short_url,destination_url\r\nlink_2c7n4k0v9q8w1x5z3b6m7d4f2g,https://go.example.com/summer-26,https://example.com/\r\n',
  });

@Controller('v1/links')
export class LinkExportController {
  constructor(
    private readonly links: LinkExport,
    private readonly downloads: Downloads,
  ) {}

  @Get('export')
  @Endpoint({
    id: 'links.export',
    summary: 'Export links',
    description:
      'The links that meet the filters of the list, the oldest first, as a file with every field of the record; one ' +
      'of millions of rows comes as it is read. `disabled` is true for a disabled link whose status is another one, ' +
      'so that an import disables it, too. In a CSV (RFC 4180, with a header row) tags are separated by commas ' +
      'within their cell, `rules`, `variants`, `preview` and `created_by` are JSON, and null is empty. A cell that, ' +
      'after any apostrophes, begins with `=`, `+`, `-`, `@`, tab or CR gets one more apostrophe in front; an import ' +
      'takes it away again. NDJSON has a record in each line, as it is. The file is compressed by gzip when ' +
      '`Accept-Encoding` allows it. When something fails half-way the connection is cut, as it is when the reader ' +
      'takes less than 10 kB/s for 30 s. A workspace may have two exports at a time, exports of clicks included.',
    scope: 'read',
    query: exportLinksQuery,
    responses: { 200: exportedFile },
    produces: LINK_EXPORT_FORMATS.map(linkExportType),
  })
  export(
    @ValidQuery() { format, ...filters }: ExportLinksQuery,
    @CurrentCaller() { subject: { workspaceId }, now }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const fileName = `waymark-links_${now.replace(/\.\d+|[-:]/g, '')}.${format}`;
    const open = () => this.links.open({ workspaceId, filters, format, now });
    return this.downloads.send(
      { workspaceId, fileName, mediaType: linkExportType(format), compressible: true, open },
      request,
      reply,
    );
  }
}
