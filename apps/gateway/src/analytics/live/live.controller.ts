import { Readable } from 'node:stream';
import { Controller, Get, Req, Res, StreamableFile } from '@nestjs/common';
import { Endpoint, invalid, ValidQuery } from '@platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Caller, CurrentCaller } from '../../caller';
import { ATTRIBUTION } from '../attribution';
import { clickRecord } from '../click-selection';
import { ClickFilters } from '../filters';
import { liveQuerySchema, type LiveQuery } from '../clicks.schemas';
import { decodeLiveStart, type LiveStart } from './live-cursor';
import { LiveClicks } from './live-clicks';

const EXPLAINED =
  'Server-Sent Events: `event: click` has a click as in `/v1/analytics/events` as its data, each click once, within ' +
  '2 s of its redirect. Clicks of one redirector process arrive in order. The server sends a comment every 15 s. A ' +
  'stream ends after at most 60 s and has to be reopened (each time counts as one request of the rate limit). A key ' +
  'that is revoked or expires meanwhile gets no more clicks, and its stream ends. `event: end` gives the reason: ' +
  '`renew`, `unauthorized`, `slow` (too many events were waiting) or `shutdown`. An EventSource reconnects by itself ' +
  'and sends `Last-Event-ID`; within 10 minutes it misses nothing. A workspace may have 20 streams per process; one ' +
  'more is a 429.';

const eventStream = z.string().meta({
  description: 'Events until the stream ends.',
  example: 'id: 9f2c41d07b3e_1042\nevent: click\ndata: {"id":"clk_9f2c41d07b3e_1042"}\n\n',
});

@Controller('v1/analytics')
export class LiveController {
  constructor(
    private readonly live: LiveClicks,
    private readonly filters: ClickFilters,
  ) {}

  @Get('live')
  @Endpoint({
    id: 'analytics.live',
    summary: 'Stream clicks',
    scope: 'read',
    query: liveQuerySchema,
    description: `${EXPLAINED} ${ATTRIBUTION}`,
    responses: { 200: eventStream },
    produces: 'text/event-stream',
    streams: clickRecord,
  })
  clicks(
    @ValidQuery() query: LiveQuery,
    @CurrentCaller() { subject: { workspaceId, actor }, sessionId }: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Proxies must neither store nor buffer the stream.
    reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    const from = startOf(request.headers['last-event-id']);
    const head = { type: 'text/event-stream' };
    if (request.method === 'HEAD') return new StreamableFile(Readable.from([]), head);
    const stream = this.live.stream(
      { workspaceId, filters: this.filters.of(query, workspaceId), includeBots: query.include_bots },
      sessionId ?? actor.id,
      from,
    );
    return new StreamableFile(stream.body, head);
  }
}

const startOf = (header: string | string[] | undefined): LiveStart | undefined => {
  if (header === undefined || header === '') return undefined;
  const start = typeof header === 'string' ? decodeLiveStart(header) : null;
  if (start === null) throw invalid('header.Last-Event-ID', 'must be the id of an event of this stream');
  return start;
};
