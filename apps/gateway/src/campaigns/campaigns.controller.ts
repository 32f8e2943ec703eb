import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { type Campaign, type SwitchCampaign, campaignChronicle, campaignStream } from '@contexts/campaigns';
import { Id, type OperationId, ValidBody, ValidQuery, found, listOf } from '@platform/http';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions } from '../caller';
import type { Sent } from '../commands';
import { changeEndpoint, createEndpoint, deleteEndpoint, getEndpoint, listEndpoint } from '../endpoints';
import { Histories } from '../history/histories';
import { historyEndpoint } from '../history/history-endpoint';
import { type HistoryQuery, type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { created, deleted, versioned } from '../responses';
import { CampaignCommands } from './campaign.commands';
import { CampaignQueries, presentCampaign } from './campaign.queries';
import {
  type CreateCampaignBody,
  type ListCampaignsQuery,
  type UpdateCampaignBody,
  campaignAnswer,
  campaignListRecord,
  campaignRecord,
  createCampaignBody,
  listCampaignsQuery,
  updateCampaignBody,
} from './campaign.schemas';

/** Declares a route that changes the status of a campaign. */
const switchEndpoint = (id: OperationId, summary: string, description: string) =>
  changeEndpoint(id, summary, {
    description: `${description} In any other state: 409. No status changes where the campaign's links lead.`,
    answer: campaignRecord,
    errors: ['invalid_state'],
  });

@Controller('v1/campaigns')
export class CampaignsController {
  constructor(
    private readonly commands: CampaignCommands,
    private readonly queries: CampaignQueries,
    private readonly histories: Histories,
  ) {}

  @Post()
  @createEndpoint('campaigns.create', 'Create a campaign', {
    description: 'It begins as a draft. A workspace may have 1,000 campaigns, deleted ones not counted.',
    body: createCampaignBody,
    answer: campaignRecord,
    errors: ['limit_reached'],
  })
  async create(@ValidBody() body: CreateCampaignBody, @CurrentCaller() caller: Caller) {
    const sent = await this.commands.create(body, caller);
    const record = presentCampaign(sent.state, { link_count: 0, clicks: 0 });
    return created(sent, `/v1/campaigns/${sent.state.id}`, record);
  }

  @Get()
  @listEndpoint('campaigns.list', 'List campaigns', {
    description: 'The newest first.',
    query: listCampaignsQuery,
    answer: campaignListRecord,
  })
  async list(@ValidQuery() query: ListCampaignsQuery, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.queries.list(subject.workspaceId, query);
    return listOf({ data: rows.map((row) => presentCampaign(row, row)), total, page: query.page, limit: query.limit });
  }

  @Get(':id')
  @getEndpoint('campaigns.get', 'Get a campaign', {
    description: 'The campaign as it is, or as it was at an instant.',
    query: pointInTimeQuery,
    errors: ['event_store_mismatch'],
    answer: campaignAnswer,
  })
  async get(@Id('cmp') id: string, @ValidQuery() { as_of }: PointInTimeQuery, @CurrentCaller() caller: Caller) {
    if (as_of) return this.at(id, as_of, caller);
    const row = found(await this.queries.find(caller.subject.workspaceId, id));
    return versioned(row, presentCampaign(row, row));
  }

  @Get(':id/history')
  @historyEndpoint('campaigns.history', 'History of a campaign', {
    description: 'The changes of the campaign, oldest first; also of a deleted one.',
  })
  history(@Id('cmp') id: string, @ValidQuery() query: HistoryQuery, @CurrentCaller() caller: Caller) {
    return this.histories.page(campaignChronicle, { stream: campaignStream(id), id }, query, caller);
  }

  @Patch(':id')
  @changeEndpoint('campaigns.update', 'Change a campaign', {
    description:
      'Absent fields are unchanged; null clears a field. New utm fields show in every redirect of its links within a ' +
      'second; clicks of the past keep theirs. Dates do not reopen a campaign that has ended.',
    body: updateCampaignBody,
    answer: campaignRecord,
    errors: ['limit_reached'],
  })
  async update(
    @Id('cmp') id: string,
    @ValidBody() body: UpdateCampaignBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return this.changed(await this.commands.update(id, body, caller, expected), caller);
  }

  @Delete(':id')
  @deleteEndpoint('campaigns.delete', 'Delete a campaign', {
    description: 'Its links stay and no longer inherit its utm fields. They leave the campaign shortly afterwards.',
  })
  async delete(
    @Id('cmp') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return deleted(await this.commands.change('DeleteCampaign', id, caller, expected));
  }

  @Post(':id/start')
  @switchEndpoint('campaigns.start', 'Start a campaign', 'A draft becomes active, unless it is past its `ends_at`.')
  start(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected: AcceptedRevisions) {
    return this.turn('StartCampaign', id, caller, expected);
  }

  @Post(':id/pause')
  @switchEndpoint('campaigns.pause', 'Pause a campaign', 'An active campaign is paused, until it is resumed or ends.')
  pause(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected: AcceptedRevisions) {
    return this.turn('PauseCampaign', id, caller, expected);
  }

  @Post(':id/resume')
  @switchEndpoint(
    'campaigns.resume',
    'Resume a campaign',
    'A paused campaign is active again, unless it is past its `ends_at`.',
  )
  resume(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected: AcceptedRevisions) {
    return this.turn('ResumeCampaign', id, caller, expected);
  }

  @Post(':id/end')
  @switchEndpoint('campaigns.end', 'End a campaign', 'An active or paused campaign ends for good.')
  end(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected: AcceptedRevisions) {
    return this.turn('EndCampaign', id, caller, expected);
  }

  private async turn(type: SwitchCampaign['type'], id: string, caller: Caller, expected?: AcceptedRevisions) {
    return this.changed(await this.commands.change(type, id, caller, expected), caller);
  }

  /** It may have been deleted since: then nothing is counted any more. */
  private async changed(sent: Sent<Campaign>, { subject }: Caller) {
    const row = await this.queries.find(subject.workspaceId, sent.state.id);
    return versioned(sent, presentCampaign(sent.state, row ?? { link_count: 0, clicks: 0 }));
  }

  private async at(id: string, instant: string, caller: Caller) {
    const row = await this.histories.liveAt(campaignChronicle, { stream: campaignStream(id), id }, instant, caller);
    return versioned(row, campaignChronicle.record(row, instant));
  }
}
