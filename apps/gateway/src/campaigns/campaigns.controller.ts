import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { type Campaign, type SwitchCampaign, campaignChronicle, campaignStream } from '@contexts/campaigns';
import { Endpoint, Id, ValidBody, ValidQuery, found, listOf, notFound } from '@platform/http';
import { z } from 'zod';
import { type Caller, CurrentCaller, ExpectedRevisions } from '../caller';
import type { Sent } from '../commands';
import { Histories } from '../history/histories';
import { historyOf } from '../history/history';
import { historyEndpoint, historyPage } from '../history/history-endpoint';
import { type HistoryQuery, type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { created, deleted, versioned } from '../responses';
import { CampaignCommands } from './campaign.commands';
import { CampaignQueries, presentCampaign } from './campaign.queries';
import {
  type CreateCampaignBody,
  type ListCampaignsQuery,
  type UpdateCampaignBody,
  campaignAtRecord,
  campaignListRecord,
  campaignRecord,
  createCampaignBody,
  listCampaignsQuery,
  updateCampaignBody,
} from './campaign.schemas';

/** Declares a route that changes the status of a campaign. */
const switchEndpoint = (summary: string, description: string) =>
  Endpoint({
    summary,
    description: `${description} In any other state: 409. No status changes where the campaign's links lead.`,
    scope: 'write',
    responses: { 200: campaignRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['invalid_state', 'revision_mismatch'],
  });

@Controller('v1/campaigns')
export class CampaignsController {
  constructor(
    private readonly commands: CampaignCommands,
    private readonly queries: CampaignQueries,
    private readonly histories: Histories,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Create a campaign',
    description: 'It begins as a draft. A workspace may have 1,000 campaigns, deleted ones not counted.',
    scope: 'write',
    body: createCampaignBody,
    responses: { 201: campaignRecord },
    headers: ['ETag', 'Location', 'Waymark-Pending'],
    errors: ['limit_reached'],
  })
  async create(@ValidBody() body: CreateCampaignBody, @CurrentCaller() caller: Caller) {
    const sent = await this.commands.create(body, caller);
    const record = presentCampaign(sent.state, { link_count: 0, clicks: 0 });
    return created(sent, `/v1/campaigns/${sent.state.id}`, record);
  }

  @Get()
  @Endpoint({
    summary: 'List campaigns',
    description: 'The newest first.',
    scope: 'read',
    query: listCampaignsQuery,
    responses: { 200: campaignListRecord },
    headers: ['Link'],
  })
  async list(@ValidQuery() query: ListCampaignsQuery, @CurrentCaller() { subject }: Caller) {
    const { rows, total } = await this.queries.list(subject.workspaceId, query);
    return listOf({ data: rows.map((row) => presentCampaign(row, row)), total, page: query.page, limit: query.limit });
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get a campaign',
    scope: 'read',
    query: pointInTimeQuery,
    responses: { 200: z.union([campaignRecord, campaignAtRecord]) },
    headers: ['ETag'],
  })
  async get(@Id('cmp') id: string, @ValidQuery() { as_of }: PointInTimeQuery, @CurrentCaller() caller: Caller) {
    if (as_of) return this.at(id, as_of, caller);
    const row = found(await this.queries.find(caller.subject.workspaceId, id));
    return versioned(row, presentCampaign(row, row));
  }

  @Get(':id/history')
  @historyEndpoint({
    summary: 'History of a campaign',
    description: 'The changes of the campaign, oldest first; also of a deleted one.',
  })
  async history(@Id('cmp') id: string, @ValidQuery() query: HistoryQuery, @CurrentCaller() caller: Caller) {
    const events = await this.histories.stream(campaignStream(id), caller);
    return historyPage(historyOf(campaignChronicle, events, id), query);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Change a campaign',
    description:
      'Absent fields are unchanged; null clears a field. New utm fields show in every redirect of its links within a ' +
      'second; clicks of the past keep theirs. Dates do not reopen a campaign that has ended.',
    scope: 'write',
    body: updateCampaignBody,
    responses: { 200: campaignRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['revision_mismatch'],
  })
  async update(
    @Id('cmp') id: string,
    @ValidBody() body: UpdateCampaignBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
  ) {
    return this.changed(await this.commands.update(id, body, caller, expected), caller);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a campaign',
    description: 'Its links stay and no longer inherit its utm fields. They leave the campaign shortly afterwards.',
    scope: 'write',
    responses: { 204: 'Deleted.' },
    headers: ['Waymark-Pending'],
    errors: ['revision_mismatch'],
  })
  async delete(
    @Id('cmp') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
  ) {
    return deleted(await this.commands.change('DeleteCampaign', id, caller, expected));
  }

  @Post(':id/start')
  @switchEndpoint('Start a campaign', 'A draft becomes active, unless it is past its `ends_at`.')
  start(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected?: readonly bigint[]) {
    return this.turn('StartCampaign', id, caller, expected);
  }

  @Post(':id/pause')
  @switchEndpoint('Pause a campaign', 'An active campaign is paused, until it is resumed or ends.')
  pause(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected?: readonly bigint[]) {
    return this.turn('PauseCampaign', id, caller, expected);
  }

  @Post(':id/resume')
  @switchEndpoint('Resume a campaign', 'A paused campaign is active again, unless it is past its `ends_at`.')
  resume(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected?: readonly bigint[]) {
    return this.turn('ResumeCampaign', id, caller, expected);
  }

  @Post(':id/end')
  @switchEndpoint('End a campaign', 'An active or paused campaign ends for good.')
  end(@Id('cmp') id: string, @CurrentCaller() caller: Caller, @ExpectedRevisions() expected?: readonly bigint[]) {
    return this.turn('EndCampaign', id, caller, expected);
  }

  private async turn(type: SwitchCampaign['type'], id: string, caller: Caller, expected?: readonly bigint[]) {
    return this.changed(await this.commands.change(type, id, caller, expected), caller);
  }

  /** It may have been deleted since: then nothing is counted any more. */
  private async changed(sent: Sent<Campaign>, { subject }: Caller) {
    const row = await this.queries.find(subject.workspaceId, sent.state.id);
    return versioned(sent, presentCampaign(sent.state, row ?? { link_count: 0, clicks: 0 }));
  }

  /** A campaign that was deleted at the instant is a 404, as it was then. */
  private async at(id: string, instant: string, caller: Caller) {
    const row = await this.histories.at(campaignChronicle, { stream: campaignStream(id), id }, instant, caller);
    if (row.deleted_at) throw notFound();
    return versioned(row, campaignChronicle.record(row, instant));
  }
}
