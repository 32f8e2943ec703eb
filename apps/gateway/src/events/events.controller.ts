import { Controller, Get } from '@nestjs/common';
import { HttpResponse, ValidQuery } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { listEndpoint } from '../endpoints';
import { pendingHeader } from '../responses';
import { encodeCursor } from './event-cursor';
import { type ListEventsQuery, eventList, listEventsQuery } from './event.schemas';
import { WorkspaceEventLog } from './workspace-events';

@Controller('v1/events')
export class EventsController {
  constructor(private readonly log: WorkspaceEventLog) {}

  @Get()
  @listEndpoint('events.list', 'List what happened in the workspace', {
    description:
      'The changes of links, keys, campaigns, domains, QR codes and webhooks, newest first, as their histories have ' +
      'them. Pages by cursor: new events do not shift pages. Clicks are no events of this list.',
    query: listEventsQuery,
    errors: ['event_store_mismatch'],
    answer: eventList,
  })
  async list(@ValidQuery() query: ListEventsQuery, @CurrentCaller() { subject }: Caller) {
    const { data, next, pending } = await this.log.list(subject.workspaceId, query);
    const next_cursor = next && encodeCursor(next);
    return new HttpResponse(
      { data, meta: { limit: query.limit, next_cursor } },
      {
        headers: pendingHeader({ pending }),
        links: next_cursor === null ? [] : [{ rel: 'next', parameter: 'cursor', value: next_cursor }],
      },
    );
  }
}
