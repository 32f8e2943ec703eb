import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyChronicle, lineageStream } from '@contexts/keys';
import { Endpoint, Id, ValidQuery, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { From, listOfRecords } from '../edge';
import { Histories } from '../history/histories';
import { historyOf, sharedHistoryOf } from '../history/history';
import { historyPage } from '../history/history-page';
import { type LineageQuery, keyHistoryEntry, lineageQuery } from '../history/history.schemas';
import { KeyQueries } from './api-key.queries';

@Controller('v1/api-keys')
export class ApiKeyHistoryController {
  constructor(
    private readonly histories: Histories,
    private readonly queries: KeyQueries,
  ) {}

  @Get(':id/history')
  @Endpoint({
    summary: 'History of an API key',
    description: 'What happened to it, or to its whole rotation lineage, oldest first.',
    scope: 'read',
    query: lineageQuery,
    responses: { 200: listOfRecords(keyHistoryEntry) },
    headers: ['Link'],
  })
  async history(
    @Id('key') id: string,
    @ValidQuery() query: LineageQuery,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = await this.queries.find(caller.subject.workspaceId, id);
    if (!key) throw notFound();
    const events = await this.histories.stream(lineageStream(key.lineage), caller);
    const entries = query.lineage ? sharedHistoryOf(keyChronicle, events) : historyOf(keyChronicle, events, id);
    return historyPage(request, reply, entries, query);
  }
}
