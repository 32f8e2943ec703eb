import { Controller, Get } from '@nestjs/common';
import { linkStream } from '@contexts/links';
import { Id, ValidQuery } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { Histories } from '../history/histories';
import { historyEndpoint } from '../history/history-endpoint';
import type { HistoryQuery } from '../history/history.schemas';
import { LinkPresenter } from './link.presenter';

@Controller('v1/links')
export class LinkHistoryController {
  constructor(
    private readonly histories: Histories,
    private readonly presenter: LinkPresenter,
  ) {}

  @Get(':id/history')
  @historyEndpoint('links.history', 'History of a link', {
    description: 'The changes of the link, oldest first; also of a deleted link.',
  })
  history(@Id('link') id: string, @ValidQuery() query: HistoryQuery, @CurrentCaller() caller: Caller) {
    return this.histories.page(this.presenter.chronicle, { stream: linkStream(id), id }, query, caller);
  }
}
