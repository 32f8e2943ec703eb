import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Endpoint, Id, ValidBody, ValidQuery, etagOf, listOf, notFound } from '@platform/http';
import type { Caller } from '../caller';
import { From, listOfRecords, tellOutcome } from '../edge';
import { lineageStream } from '@contexts/keys';
import { Histories } from '../history/histories';
import { type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { keyChronicle } from './api-key.chronicle';
import { KeyCommands, keyIn } from './api-key.commands';
import { presentKey } from './api-key.presenter';
import { KeyQueries } from './api-key.queries';
import {
  type CreateKeyBody, type RevokeKeyBody, createKeyBody, createdKeyRecord, keyRecord, listKeysQuery, revokeKeyBody,
} from './api-key.schemas';

@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(private readonly commands: KeyCommands, private readonly queries: KeyQueries, private readonly histories: Histories) {}

  @Post()
  @Endpoint({
    summary: 'Create an API key', description: 'The key itself is in this answer and nowhere else.', scope: 'keys', body: createKeyBody,
    responses: { 201: createdKeyRecord }, headers: ['ETag', 'Location', 'Waymark-Pending'], errors: ['key_not_active'],
  })
  async create(@ValidBody() body: CreateKeyBody, @From() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { sent, key, token } = await this.commands.create(body, caller);
    tellOutcome(reply, sent);
    reply.headers({ location: `/v1/api-keys/${key.key_id}`, 'cache-control': 'no-store' });
    const record = presentKey(key, caller.now);
    reply.repeatWith = record;
    return token === null ? record : { ...record, key: token };
  }

  @Get()
  @Endpoint({ summary: 'List API keys', scope: 'read', query: listKeysQuery, responses: { 200: listOfRecords(keyRecord) }, headers: ['Link'] })
  async list(
    @ValidQuery() { page, limit }: z.infer<typeof listKeysQuery>, @From() caller: Caller,
    @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { rows, total } = await this.queries.list(caller.subject.workspaceId, page, limit);
    return listOf(request, reply, { data: rows.map((key) => presentKey(key, caller.now)), total, page, limit });
  }

  @Get(':id')
  @Endpoint({ summary: 'Get an API key', scope: 'read', query: pointInTimeQuery, responses: { 200: keyRecord }, headers: ['ETag'] })
  async get(@Id('key') id: string, @ValidQuery() { as_of }: PointInTimeQuery, @From() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const key = await this.queries.find(caller.subject.workspaceId, id);
    if (!key) throw notFound();
    if (as_of) {
      const { row, etag } = await this.histories.at(keyChronicle, { stream: lineageStream(key.lineage), id }, as_of, caller);
      reply.header('etag', etag);
      return keyChronicle.record(row, as_of);
    }
    reply.header('etag', etagOf(BigInt(key.revision)));
    return presentKey(key, caller.now);
  }

  @Post(':id/revoke')
  @Endpoint({
    summary: 'Revoke an API key', description: 'In force when the answer is sent. Repeating it changes nothing.', scope: 'keys',
    body: revokeKeyBody, responses: { 200: keyRecord }, headers: ['ETag'],
  })
  async revoke(@Id('key') id: string, @ValidBody() body: RevokeKeyBody, @From() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const key = await this.queries.find(caller.subject.workspaceId, id);
    if (!key) throw notFound();
    const sent = await this.commands.revoke(key, body?.reason ?? null, caller);
    tellOutcome(reply, sent);
    return presentKey(keyIn(sent.state, id), caller.now);
  }
}
