import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { linkStream } from '@contexts/links';
import { Endpoint, Id, ValidBody, ValidQuery, cursorListOf, etagOf, listOf, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { ExpectedRevisions, From, cursorListOfRecords, tellOutcome } from '../edge';
import { Histories } from '../history/histories';
import { type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { type LinkCursor, cursorText, placeOf, readCursor } from './link-order';
import { LinkCommands } from './link.commands';
import { LinkQueries } from './link.queries';
import { LinkPresenter } from './link.presenter';
import {
  type CreateLinkBody,
  type ListLinksQuery,
  type UpdateLinkBody,
  createLinkBody,
  linkAtRecord,
  linkRecord,
  listLinksQuery,
  updateLinkBody,
} from './link.schemas';

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
    summary: 'Create a link',
    scope: 'write',
    body: createLinkBody,
    responses: { 201: linkRecord },
    headers: ['ETag', 'Location', 'Waymark-Pending'],
    errors: ['alias_taken', 'redirect_loop', 'domain_not_verified'],
  })
  async create(
    @ValidBody() body: CreateLinkBody,
    @From() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const sent = await this.commands.create(body, caller);
    tellOutcome(reply, sent);
    reply.header('location', `/v1/links/${sent.state.id}`);
    return this.presenter.fresh(sent.state, caller.now);
  }

  @Get()
  @Endpoint({
    summary: 'List links',
    scope: 'read',
    query: listLinksQuery,
    responses: { 200: cursorListOfRecords(linkRecord) },
    headers: ['Link'],
  })
  async list(
    @ValidQuery() query: ListLinksQuery,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { workspaceId } = caller.subject;
    const { cursor, page, limit } = query;
    if (cursor !== undefined) return this.listFrom(readCursor(cursor, query), query, caller, request, reply);
    const { rows, total } = await this.queries.list(workspaceId, query, query, { page, limit });
    return listOf(request, reply, { data: rows.map((row) => this.presenter.row(row, caller.now)), total, page, limit });
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get a link',
    scope: 'read',
    query: pointInTimeQuery,
    responses: { 200: z.union([linkRecord, linkAtRecord]) },
    headers: ['ETag'],
  })
  async get(
    @Id('link') id: string,
    @ValidQuery() { as_of }: PointInTimeQuery,
    @From() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (as_of) return this.at(id, as_of, caller, reply);
    const row = await this.queries.find(caller.subject.workspaceId, id);
    if (!row) throw notFound();
    reply.header('etag', etagOf(BigInt(row.revision)));
    return this.presenter.row(row, caller.now);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Change a link',
    description: 'Absent fields stay as they are, null clears.',
    scope: 'write',
    body: updateLinkBody,
    responses: { 200: linkRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['redirect_loop', 'revision_mismatch'],
  })
  async update(
    @Id('link') id: string,
    @ValidBody() body: UpdateLinkBody,
    @From() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const sent = await this.commands.update(id, body, caller, expected);
    tellOutcome(reply, sent);
    const counters = await this.queries.counters(caller.subject.workspaceId, id);
    return this.presenter.present(sent.state, counters, caller.now);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a link',
    description: 'Its alias stays reserved for the workspace.',
    scope: 'write',
    responses: { 204: 'Deleted.' },
    headers: ['Waymark-Pending'],
    errors: ['revision_mismatch'],
  })
  async delete(
    @Id('link') id: string,
    @From() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const sent = await this.commands.delete(id, caller, expected);
    tellOutcome(reply, sent);
    reply.removeHeader('etag');
  }

  /** One link more than is shown tells whether there is a next page. @param cursor null for the first page */
  private async listFrom(
    cursor: LinkCursor | null,
    query: ListLinksQuery,
    { subject, now }: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const { limit } = query;
    const page = cursor?.page ?? 1;
    const { rows, total } = await this.queries.list(subject.workspaceId, query, query, {
      limit: limit + 1,
      ...(cursor ? { after: cursor } : { page: 1 }),
    });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    const next = last ? cursorText(query, { ...placeOf(last, query), page: page + 1 }) : null;
    return cursorListOf(request, reply, {
      data: shown.map((row) => this.presenter.row(row, now)),
      total,
      page,
      limit,
      next,
    });
  }

  /** While it was deleted, a link could not be got; so it cannot be got at an instant of that time. */
  private async at(id: string, instant: string, caller: Caller, reply: FastifyReply) {
    const { row, etag } = await this.histories.at(
      this.presenter.chronicle,
      { stream: linkStream(id), id },
      instant,
      caller,
    );
    if (row.deleted_at) throw notFound();
    reply.header('etag', etag);
    return this.presenter.chronicle.record(row, instant);
  }
}
