import { Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Endpoint, Id, ValidBody, ValidQuery, etagOf, listOf, notFound } from '@platform/http';
import { type Key, type Lineage, keyChronicle, lineageStream, statusAt } from '@contexts/keys';
import type { Caller } from '../caller';
import type { Sent } from '../commands';
import { ExpectedRevisions, From, listOfRecords, tellOutcome } from '../edge';
import { Histories } from '../history/histories';
import { type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { KeyCommands, keyIn } from './api-key.commands';
import { presentKey } from './api-key.presenter';
import { KeyQueries, type ListedKey } from './api-key.queries';
import {
  type CreateKeyBody,
  type ListKeysQuery,
  type RevokeKeyBody,
  type UpdateKeyBody,
  createKeyBody,
  createdKeyRecord,
  keyAtRecord,
  keyRecord,
  listKeysQuery,
  revokeKeyBody,
  rotateKeyBody,
  rotatedKeyRecord,
  updateKeyBody,
} from './api-key.schemas';

@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly commands: KeyCommands,
    private readonly queries: KeyQueries,
    private readonly histories: Histories,
  ) {}

  @Post()
  @Endpoint({
    summary: 'Create an API key',
    description: 'The key itself is in this answer and nowhere else.',
    scope: 'keys',
    body: createKeyBody,
    responses: { 201: createdKeyRecord },
    headers: ['ETag', 'Location', 'Waymark-Pending'],
    errors: ['key_not_active', 'limit_reached'],
  })
  async create(
    @ValidBody() body: CreateKeyBody,
    @From() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { sent, key, token } = await this.commands.create(body, caller);
    tellOutcome(reply, sent);
    reply.headers({ location: `/v1/api-keys/${key.key_id}`, 'cache-control': 'no-store' });
    const record = presentKey(key, caller.now);
    reply.repeatWith = record;
    return token === null ? record : { ...record, key: token };
  }

  @Get()
  @Endpoint({
    summary: 'List API keys',
    scope: 'read',
    query: listKeysQuery,
    responses: { 200: listOfRecords(keyRecord) },
    headers: ['Link'],
  })
  async list(
    @ValidQuery() query: ListKeysQuery,
    @From() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { rows, total } = await this.queries.list(caller.subject.workspaceId, query, caller.now);
    return listOf(request, reply, {
      data: rows.map((key) => presentKey(key, caller.now)),
      total,
      page: query.page,
      limit: query.limit,
    });
  }

  @Get('current')
  @Endpoint({
    summary: 'Get the API key of this request',
    description: 'A request with an access token has none: 404.',
    scope: 'read',
    responses: { 200: keyRecord },
    headers: ['ETag'],
    errors: ['not_found'],
  })
  current(@From() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { type, id } = caller.subject.actor;
    if (type !== 'api_key') throw notFound();
    return this.get(id, {}, caller, reply);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Get an API key',
    scope: 'read',
    query: pointInTimeQuery,
    responses: { 200: z.union([keyRecord, keyAtRecord]) },
    headers: ['ETag'],
  })
  async get(
    @Id('key') id: string,
    @ValidQuery() { as_of }: PointInTimeQuery,
    @From() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = await this.find(id, caller);
    if (as_of) {
      const { row, etag } = await this.histories.at(
        keyChronicle,
        { stream: lineageStream(key.lineage), id },
        as_of,
        caller,
      );
      reply.header('etag', etag);
      return keyChronicle.record(row, as_of);
    }
    reply.header('etag', etagOf(BigInt(key.revision)));
    return presentKey(key, caller.now);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Rename an API key',
    scope: 'keys',
    body: updateKeyBody,
    responses: { 200: keyRecord },
    headers: ['ETag', 'Waymark-Pending'],
    errors: ['revision_mismatch'],
  })
  async update(
    @Id('key') id: string,
    @ValidBody() body: UpdateKeyBody,
    @From() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = await this.find(id, caller);
    return this.presentChanged(key, await this.commands.update(key, body, caller, expected), caller, reply);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Revoke an API key',
    description: 'In force when the answer is sent. The record stays; repeating it changes nothing.',
    scope: 'keys',
    responses: { 204: 'Revoked.' },
    errors: ['revision_mismatch'],
  })
  async delete(
    @Id('key') id: string,
    @From() caller: Caller,
    @ExpectedRevisions() expected: readonly bigint[] | undefined,
  ): Promise<void> {
    await this.commands.revoke(await this.find(id, caller), null, caller, expected);
  }

  @Post(':id/rotate')
  @Endpoint({
    summary: 'Rotate an API key',
    scope: 'keys',
    body: rotateKeyBody,
    responses: { 201: rotatedKeyRecord },
    headers: ['ETag', 'Location'],
    description:
      'Makes a new key with the same name, scope and expiration, which is in this answer and nowhere else. The old one stays valid for 24 h at most.',
    errors: ['key_not_active'],
  })
  async rotate(@Id('key') id: string, @From() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { sent, key, token } = await this.commands.rotate(await this.find(id, caller), caller);
    tellOutcome(reply, sent);
    reply.headers({ location: `/v1/api-keys/${key.key_id}`, 'cache-control': 'no-store' });
    const record = presentKey(key, caller.now);
    const previous = presentPrevious(keyIn(sent.state, id), key);
    reply.repeatWith = { ...record, previous };
    return { ...record, ...(token !== null && { key: token }), previous };
  }

  @Post(':id/revoke')
  @Endpoint({
    summary: 'Revoke an API key',
    description: 'In force when the answer is sent. Repeating it changes nothing.',
    scope: 'keys',
    body: revokeKeyBody,
    responses: { 200: keyRecord },
    headers: ['ETag'],
  })
  async revoke(
    @Id('key') id: string,
    @ValidBody() body: RevokeKeyBody,
    @From() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const key = await this.find(id, caller);
    return this.presentChanged(key, await this.commands.revoke(key, body?.reason ?? null, caller), caller, reply);
  }

  private async find(id: string, { subject }: Caller): Promise<ListedKey> {
    const key = await this.queries.find(subject.workspaceId, id);
    if (!key) throw notFound();
    return key;
  }

  private presentChanged(
    { key_id, request_count, last_used_at }: ListedKey,
    sent: Sent<Lineage>,
    { now }: Caller,
    reply: FastifyReply,
  ) {
    tellOutcome(reply, sent);
    return presentKey({ ...keyIn(sent.state, key_id), request_count, last_used_at }, now);
  }
}

/** The rotated key as its rotation left it, also where that is told again later. */
const presentPrevious = (previous: Key, { created_at }: Key) => ({
  id: previous.key_id,
  status: statusAt(previous, created_at),
  grace_ends_at: previous.grace_ends_at,
});
