import { Controller, Get } from '@nestjs/common';
import { Endpoint, Id, ValidQuery, found } from '@platform/http';
import { type Caller, CurrentCaller } from '../caller';
import { KeyQueries } from './api-key.queries';
import { type KeyUsageQuery, USAGE_DAYS, keyUsageDays, keyUsageQuery } from './api-key.schemas';

@Controller('v1/api-keys')
export class ApiKeyUsageController {
  constructor(private readonly queries: KeyQueries) {}

  @Get(':id/usage')
  @Endpoint({
    id: 'apiKeys.usage',
    summary: 'Requests of an API key by day',
    description:
      'What `request_count` counts, by UTC day, for 90 days: what was counted before an upgrade to this operation is ' +
      'in no day.',
    scope: 'read',
    query: keyUsageQuery,
    responses: { 200: keyUsageDays },
  })
  async usage(
    @Id('key') id: string,
    @ValidQuery() { range }: KeyUsageQuery,
    @CurrentCaller() { subject: { workspaceId }, now }: Caller,
  ) {
    found(await this.queries.find(workspaceId, id));
    return { data: await this.queries.usageByDay(workspaceId, id, USAGE_DAYS[range], now) };
  }
}
