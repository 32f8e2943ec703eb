import { Readable } from 'node:stream';
import { Controller, Get, Req, Res, StreamableFile } from '@nestjs/common';
import { Endpoint, ValidQuery } from '@platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, CurrentCaller } from '../caller';
import { ATTRIBUTION } from './attribution';
import { ClickSource } from './click-source';
import { ClickNames } from './click-names';
import { exportedClick } from './click-selection';
import { eventsPage, eventsQuerySchema, exportQuerySchema, type EventsQuery, type ExportQuery } from './clicks.schemas';
import { encodeCursor, queryEvents } from './events.query';
import { ExportPlaces } from './export-places';
import { EXPORT_FORMATS, fileNameOf, mediaTypeOf, openExport } from './export.query';
import { filtersOf } from './filters';
import { VisibleWindows } from './visible-window';

/** Milliseconds without a byte taken, after which a reader counts as gone. */
const STALLED = 120_000;

const EXPLAINED = `Every click of the window as a file, in no particular order; one of millions of rows comes as it is read. \`at\` is RFC 3339 in UTC (a timestamp in Parquet). In a CSV (RFC 4180, with a header row)
tags are separated by commas within their cell, what is not known is empty, and texts stand as they were recorded: import them as
text into a spreadsheet, for it may take a text that begins with \`=\` for a formula. When something fails half-way the connection is
cut, so that no part of a file looks like a whole one. Fields of the link other than its id are left out: join them by \`link_id\`.`;

/** The clicks themselves, by the page and by the file. */
@Controller('v1/analytics')
export class ClicksController {
  constructor(
    private readonly clicks: ClickSource,
    private readonly windows: VisibleWindows,
    private readonly names: ClickNames,
    private readonly places: ExportPlaces,
  ) {}

  @Get('events')
  @Endpoint({
    summary: 'Clicks one by one, newest first',
    scope: 'read',
    query: eventsQuerySchema,
    responses: { 200: eventsPage },
    headers: ['Link'],
    description: `Pages by cursor: clicks that come meanwhile move nothing. What could tell visitors apart is not shown. ${ATTRIBUTION}`,
  })
  async events(
    @ValidQuery() query: EventsQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { limit, cursor } = query;
    const { workspaceId } = caller.subject;
    const { clicks, next } = await queryEvents({ ...(await this.selection(query, caller)), limit, after: cursor });
    const next_cursor = next && encodeCursor(next);
    if (next_cursor !== null) reply.header('link', nextLink(request, next_cursor));
    return { data: await this.names.named(workspaceId, clicks), meta: { limit, next_cursor } };
  }

  @Get('export')
  @Endpoint({
    summary: 'Clicks as a file',
    scope: 'read',
    query: exportQuerySchema,
    description: `${EXPLAINED} ${ATTRIBUTION}`,
    responses: {
      200: z
        .string()
        .describe(`A file of such records: ${Object.keys(exportedClick.shape).join(', ')}.`)
        .meta({ format: 'binary' }),
    },
    produces: EXPORT_FORMATS.map((format) => mediaTypeOf(format)),
  })
  async export(
    @ValidQuery() query: ExportQuery,
    @CurrentCaller() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { format } = query;
    const selection = await this.selection(query, caller);
    const describe = {
      type: mediaTypeOf(format),
      disposition: `attachment; filename="${fileNameOf(selection.window, format)}"`,
    };
    reply.header('cache-control', 'no-store');
    if (request.method === 'HEAD') return new StreamableFile(Readable.from([]), describe);
    const leave = this.places.take(caller.subject.workspaceId);
    try {
      const file = await openExport({ ...selection, format });
      file.once('close', leave);
      reply.raw.setTimeout(STALLED, () => reply.raw.destroy());
      return new StreamableFile(file, describe);
    } catch (error) {
      leave();
      throw error;
    }
  }

  private async selection(query: EventsQuery | ExportQuery, caller: Caller) {
    const { window, notBefore } = await this.windows.of(query, caller);
    return {
      client: this.clicks.client,
      workspaceId: caller.subject.workspaceId,
      filters: filtersOf(query),
      includeBots: query.include_bots,
      window: { ...window, start: Math.max(window.start, notBefore) },
    };
  }
}

/** RFC 8288: the same question with another cursor, and never with a key. */
const nextLink = (request: FastifyRequest, cursor: string): string => {
  const url = new URL(request.raw.url ?? '/', request.server.publicUrl);
  url.searchParams.delete('api_key');
  url.searchParams.set('cursor', cursor);
  return `<${request.server.publicUrl}${url.pathname}${url.search}>; rel="next"`;
};
