import { Controller, Get, Req, Res } from '@nestjs/common';
import type { AnalyticsReader } from '@platform/analytics-store';
import { Endpoint, ValidQuery, withoutQueryKey } from '@platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, CurrentCaller } from '../caller';
import { listEndpoint } from '../endpoints';
import { Downloads } from '../exports/downloads';
import { ATTRIBUTION } from './attribution';
import { ClickSource } from './click-source';
import { ClickNames } from './click-names';
import { clickRecord } from './click-selection';
import { eventsPage, eventsQuerySchema, exportQuerySchema, type EventsQuery, type ExportQuery } from './clicks.schemas';
import { encodeClickPageCursor, queryEvents } from './events.query';
import { EXPORT_FORMATS, fileNameOf, mediaTypeOf, openExport } from './export.query';
import { ClickFilters } from './filters';
import { Gone } from './gone';
import { LinkNames } from './link-names';
import { VisibleWindows } from './visible-window';

const EXPLAINED = `Every click of the window as a file, in no particular order; one of millions of rows comes as it
is read. \`at\` is RFC 3339 in UTC (a timestamp in Parquet). In a CSV (RFC 4180, with a header row) tags are
separated by commas within their cell, and what is not known is empty. A text that, after any apostrophes, begins
with \`=\`, \`+\`, \`-\`, \`@\`, tab or CR gets one more apostrophe in front, unless \`safe=false\`. CSV and NDJSON
are compressed by gzip when \`Accept-Encoding\` allows it. When something fails half-way the connection is cut, so
that no part of a file looks like a whole one; so it is when the reader takes less than 10 kB/s for 30 s. A
workspace may have two exports at a time.`;

/** The body of an export: a file of clicks. */
const exportedFile = z
  .string()
  .describe(`A file of such records: ${Object.keys(clickRecord.shape).join(', ')}.`)
  .meta({
    format: 'binary',
    example: 'id,at,link_id\r\nclk_9f2c41d07b3e_1042,2026-11-22T17:04:31.482Z,link_2c7n4k0v9q8w1x5z3b6m7d4f2g\r\n',
  });

@Controller('v1/analytics')
export class ClicksController {
  constructor(
    private readonly clicks: ClickSource,
    private readonly windows: VisibleWindows,
    private readonly names: ClickNames,
    private readonly linkNames: LinkNames,
    private readonly downloads: Downloads,
    private readonly filters: ClickFilters,
  ) {}

  @Get('events')
  @listEndpoint('analytics.events', 'List clicks, newest first', {
    query: eventsQuerySchema,
    description:
      'Pages by cursor: new clicks do not shift pages. Nothing in the answer identifies visitors. ' + ATTRIBUTION,
    answer: eventsPage,
  })
  async events(
    @ValidQuery() query: EventsQuery,
    @CurrentCaller() caller: Caller,
    @Gone() gone: AbortSignal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { limit, cursor } = query;
    const { workspaceId } = caller.subject;
    const { clicks, next } = await this.clicks.questions.ask(workspaceId, gone, async (client) =>
      queryEvents({ client, ...(await this.selection(client, query, caller)), limit, after: cursor }),
    );
    const next_cursor = next && encodeClickPageCursor(next);
    if (next_cursor !== null) reply.header('link', nextLink(request, next_cursor));
    return { data: await this.names.named(workspaceId, clicks), meta: { limit, next_cursor } };
  }

  @Get('export')
  @Endpoint({
    id: 'analytics.export',
    summary: 'Export clicks',
    scope: 'read',
    query: exportQuerySchema,
    description: `${EXPLAINED} ${ATTRIBUTION}`,
    responses: { 200: exportedFile },
    produces: EXPORT_FORMATS.map((format) => mediaTypeOf(format)),
  })
  async export(
    @ValidQuery() query: ExportQuery,
    @CurrentCaller() caller: Caller,
    @Gone() gone: AbortSignal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { format, safe } = query;
    const { workspaceId } = caller.subject;
    const selection = await this.exported(query, caller, gone, request.method !== 'HEAD');
    const open = () =>
      openExport({
        client: this.clicks.client,
        ...selection,
        format,
        safe,
        scheme: new URL(request.server.publicUrl).protocol,
      });
    const fileName = fileNameOf(selection.window, format);
    // Parquet is compressed already.
    const compressible = format !== 'parquet';
    return this.downloads.send(
      { workspaceId, fileName, mediaType: mediaTypeOf(format), compressible, open },
      request,
      reply,
    );
  }

  /** The clicks to export; unless `whole`, for headers alone. */
  private exported(query: ExportQuery, caller: Caller, gone: AbortSignal, whole: boolean) {
    return this.clicks.questions.ask(caller.subject.workspaceId, gone, async (client) => {
      const selection = await this.selection(client, query, caller);
      if (whole) await this.linkNames.complete(client, selection);
      return selection;
    });
  }

  private async selection(client: AnalyticsReader, query: EventsQuery | ExportQuery, caller: Caller) {
    const { window, notBefore } = await this.windows.of(client, query, caller);
    return {
      workspaceId: caller.subject.workspaceId,
      filters: this.filters.of(query, caller.subject.workspaceId),
      includeBots: query.include_bots,
      window: { ...window, start: Math.max(window.start, notBefore) },
    };
  }
}

/** An RFC 8288 link to the same query with another cursor, without its API key. */
const nextLink = (request: FastifyRequest, cursor: string): string => {
  const url = new URL(withoutQueryKey(request.raw.url ?? '/'), request.server.publicUrl);
  url.searchParams.set('cursor', cursor);
  return `<${request.server.publicUrl}${url.pathname}${url.search}>; rel="next"`;
};
