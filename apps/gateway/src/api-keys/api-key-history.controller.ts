import { Controller, Get } from '@nestjs/common';
import { keyChronicle, lineageStream } from '@contexts/keys';
import { Id, ValidQuery, found } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { Histories } from '../history/histories';
import { historyEntriesOf, sharedHistoryOf } from '../history/history';
import { historyEndpoint, historyPage } from '../history/history-endpoint';
import { type LineageQuery, keyHistoryList, lineageQuery } from '../history/history.schemas';
import { KeyQueries } from './api-key.queries';

@Controller('v1/api-keys')
export class ApiKeyHistoryController {
  constructor(
    private readonly histories: Histories,
    private readonly queries: KeyQueries,
  ) {}

  @Get(':id/history')
  @historyEndpoint('apiKeys.history', 'History of an API key', {
    description: 'The changes of the key, or of its whole rotation lineage, oldest first.',
    query: lineageQuery,
    answer: keyHistoryList,
  })
  async history(@Id('key') id: string, @ValidQuery() query: LineageQuery, @CurrentCaller() caller: Caller) {
    const { lineage } = found(await this.queries.find(caller.subject.workspaceId, id));
    const events = await this.histories.stream(lineageStream(lineage), caller);
    return historyPage(
      query.lineage ? sharedHistoryOf(keyChronicle, events) : historyEntriesOf(keyChronicle, events, id),
      query,
    );
  }
}
