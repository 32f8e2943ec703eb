import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { linkStream } from '@contexts/links';
import { Endpoint, Id, ValidQuery } from '@platform/http';
import type { Caller } from '../caller';
import { From, listOfRecords } from '../edge';
import { Histories } from '../history/histories';
import { historyOf } from '../history/history';
import { historyPage } from '../history/history-page';
import { type HistoryQuery, historyEntry, historyQuery } from '../history/history.schemas';
import { LinkPresenter } from './link.presenter';

@Controller('v1/links')
export class LinkHistoryController {
  constructor(
    private readonly histories: Histories,
    private readonly presenter: LinkPresenter,
  ) {}

  @Get(':id/history')
  @Endpoint({
    summary: 'History of a link',
    description: 'What happened to it, oldest first; also of a link that is deleted.',
    scope: 'read',
    query: historyQuery,
    responses: { 200: listOfRecords(historyEntry) },
    headers: ['Link'],
  })
  async history(
    @Id('link') id: string,
    @ValidQuery() query: HistoryQuery,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const events = await this.histories.stream(linkStream(id), caller);
    return historyPage(request, reply, historyOf(this.presenter.chronicle, events, id), query);
  }
}
