import { Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import { type Link, linkStream } from '@contexts/links';
import {
  Endpoint,
  Id,
  type OperationId,
  ValidBody,
  ValidQuery,
  cursorListOf,
  found,
  listOf,
  parse,
} from '@platform/http';
import { type Caller, CurrentCaller, type AcceptedRevisions, DemandsExisting, ExpectedRevisions } from '../caller';
import type { Sent } from '../commands';
import { changeEndpoint, deleteEndpoint, getEndpoint, listEndpoint } from '../endpoints';
import { Histories } from '../history/histories';
import { type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { created, deleted, versioned } from '../responses';
import { type LinkCursor, cursorText, readCursor } from './link-order';
import { LinkCommands, isNew } from './link.commands';
import { LinkQueries } from './link.queries';
import { LinkPresenter } from './link.presenter';
import {
  type CreateLinkBody,
  type PutLinkBody,
  type UpdateLinkBody,
  createLinkBody,
  putLinkBody,
  updateLinkBody,
} from './link-body.schemas';
import { externalId } from './link-fields.schemas';
import { type ListLinksQuery, listLinksQuery } from './link-query.schemas';
import { linkAnswer, linkListSchema, linkRecord } from './link.schemas';

/** Declares a route that switches something of a link on or off. */
const switchEndpoint = (id: OperationId, summary: string, effect: string) =>
  changeEndpoint(id, summary, {
    description: `${effect} A link that is so already stays as it is.`,
    answer: linkRecord,
  });

@Controller('v1/links')
export class LinksController {
  constructor(
    private readonly commands: LinkCommands,
    private readonly queries: LinkQueries,
    private readonly presenter: LinkPresenter,
    private readonly histories: Histories,
  ) {}

  @Post()
  @Endpoint({
    id: 'links.create',
    summary: 'Create a link',
    scope: 'write',
    body: createLinkBody,
    description: 'With `find_if_exists` an identical link is found instead: 200.',
    responses: { 201: linkRecord, 200: linkRecord },
    headers: ['ETag', 'Location', 'Waymark-Pending'],
    errors: ['alias_taken', 'conflict', 'redirect_loop', 'unsafe_destination', 'domain_not_verified'],
  })
  async create(@ValidBody() body: CreateLinkBody, @CurrentCaller() caller: Caller) {
    return this.made(await this.commands.create(body, caller), caller);
  }

  @Put('by-external-id/:external_id')
  @Endpoint({
    id: 'links.upsert',
    summary: 'Create or change the link with an external id',
    description:
      'Creates the link (201), or changes the one that has this external id as a PATCH does (200): absent fields ' +
      'stay as they are, null clears. A deleted one is restored at its address. Another alias or domain than its own ' +
      'is a 409. With `If-Match` none is created: where no link has the external id, it is a 412.',
    scope: 'write',
    body: putLinkBody,
    responses: { 200: linkRecord, 201: linkRecord },
    headers: ['ETag', 'Location', 'Waymark-Pending'],
    errors: [
      'alias_taken',
      'conflict',
      'redirect_loop',
      'unsafe_destination',
      'domain_not_verified',
      'limit_reached',
      'revision_mismatch',
    ],
  })
  async put(
    @Param('external_id') text: string,
    @ValidBody() body: PutLinkBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
    @DemandsExisting() changes: boolean,
  ) {
    const { external_id } = parse(z.object({ external_id: externalId }), { external_id: text }, 'path');
    return this.made(await this.commands.put(external_id, body, caller, { expected, changes }), caller);
  }

  @Get()
  @listEndpoint('links.list', 'List links', {
    description: 'The newest first, unless sorted otherwise. Without `status` all but the deleted ones.',
    query: listLinksQuery,
    answer: linkListSchema,
  })
  async list(@ValidQuery() query: ListLinksQuery, @CurrentCaller() caller: Caller) {
    const { cursor, page, limit } = query;
    if (cursor !== undefined) return this.listFrom(readCursor(cursor, query.order), query, caller);
    const { subject, now } = caller;
    const filters = { ...query, now };
    const { rows, ...totals } = await this.queries.list(subject.workspaceId, filters, query, { page, limit });
    return listOf({ data: rows.map((row) => this.presenter.row(row, now)), ...totals, page, limit });
  }

  @Get(':id')
  @getEndpoint('links.get', 'Get a link', {
    description: 'The link as it is, or as it was at an instant.',
    query: pointInTimeQuery,
    errors: ['event_store_mismatch'],
    answer: linkAnswer,
  })
  async get(@Id('link') id: string, @ValidQuery() { as_of }: PointInTimeQuery, @CurrentCaller() caller: Caller) {
    if (as_of) return this.at(id, as_of, caller);
    const row = found(await this.queries.find(caller.subject.workspaceId, id));
    return versioned(row, this.presenter.row(row, caller.now));
  }

  @Patch(':id')
  @changeEndpoint('links.update', 'Change a link', {
    description: 'Absent fields are unchanged; null clears a field.',
    body: updateLinkBody,
    answer: linkRecord,
    errors: ['redirect_loop', 'unsafe_destination', 'conflict', 'limit_reached'],
  })
  async update(
    @Id('link') id: string,
    @ValidBody() body: UpdateLinkBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return this.changed(await this.commands.update(id, body, caller, { expected }), caller);
  }

  @Delete(':id')
  @deleteEndpoint('links.delete', 'Delete a link', {
    description: 'Its alias stays reserved for the workspace.',
  })
  async delete(
    @Id('link') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return deleted(await this.commands.change('DeleteLink', id, caller, expected));
  }

  @Post(':id/restore')
  @Endpoint({
    id: 'links.restore',
    summary: 'Restore a deleted link',
    description:
      'It redirects again, with its alias and its clicks. Restoring a link that is not deleted changes nothing.',
    scope: 'write',
    responses: { 200: linkRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['revision_mismatch'],
  })
  async restore(
    @Id('link') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return this.changed(await this.commands.change('RestoreLink', id, caller, expected), caller);
  }

  @Post(':id/disable')
  @switchEndpoint('links.disable', 'Disable a link', 'It is not found any more by visitors, until it is enabled.')
  async disable(
    @Id('link') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return this.changed(await this.commands.change('DisableLink', id, caller, expected), caller);
  }

  @Post(':id/enable')
  @switchEndpoint('links.enable', 'Enable a link', 'It redirects again.')
  async enable(
    @Id('link') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return this.changed(await this.commands.change('EnableLink', id, caller, expected), caller);
  }

  @Post(':id/archive')
  @switchEndpoint(
    'links.archive',
    'Archive a link',
    'It redirects as before; its status is `archived`, also where it is disabled or has expired.',
  )
  async archive(
    @Id('link') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return this.changed(await this.commands.change('ArchiveLink', id, caller, expected), caller);
  }

  @Post(':id/unarchive')
  @switchEndpoint('links.unarchive', 'Unarchive a link', 'Its status is no longer `archived`.')
  async unarchive(
    @Id('link') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    return this.changed(await this.commands.change('UnarchiveLink', id, caller, expected), caller);
  }

  private made(sent: Sent<Link>, caller: Caller) {
    if (!isNew(sent)) return this.changed(sent, caller);
    return created(sent, `/v1/links/${sent.state.id}`, this.presenter.fresh(sent.state, caller.now));
  }

  private async changed(sent: Sent<Link>, { subject, now }: Caller) {
    const counters = await this.queries.counters(subject.workspaceId, sent.state.id);
    return versioned(sent, this.presenter.present(sent.state, counters, now));
  }

  /**
   * Reads one link more than the page holds, to know whether there is a next page. @param cursor null for the first
   * page
   */
  private async listFrom(cursor: LinkCursor | null, query: ListLinksQuery, { subject, now }: Caller) {
    const { limit } = query;
    const page = cursor?.page ?? 1;
    const { rows, ...totals } = await this.queries.list(subject.workspaceId, { ...query, now }, query, {
      limit: limit + 1,
      ...(cursor ? { after: cursor } : { page: 1 }),
    });
    const listed = rows.slice(0, limit);
    const last = rows.length > limit ? listed.at(-1) : undefined;
    const next = last ? cursorText(query.order, { created_at: last.created_at, id: last.id, page: page + 1 }) : null;
    return cursorListOf({
      data: listed.map((row) => this.presenter.row(row, now)),
      ...totals,
      page,
      limit,
      next,
    });
  }

  private async at(id: string, instant: string, caller: Caller) {
    const row = await this.histories.liveAt(this.presenter.chronicle, { stream: linkStream(id), id }, instant, caller);
    return versioned(row, this.presenter.chronicle.record(row, instant));
  }
}
