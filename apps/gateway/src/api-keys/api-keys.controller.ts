import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Endpoint, Id, ValidBody, ValidQuery, found, listOf, notFound } from '@platform/http';
import { type Key, type Lineage, keyChronicle, lineageStream, keyStatusAt } from '@contexts/keys';
import { type Caller, CurrentCaller, type AcceptedRevisions, ExpectedRevisions } from '../caller';
import type { Sent } from '../commands';
import { changeEndpoint, createEndpoint, getEndpoint, listEndpoint } from '../endpoints';
import { Histories } from '../history/histories';
import { type PointInTimeQuery, pointInTimeQuery } from '../history/history.schemas';
import { createdWithSecret, versioned } from '../responses';
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
  keyAnswer,
  keyListSchema,
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
  @createEndpoint('apiKeys.create', 'Create an API key', {
    description: 'The key itself is only in this answer and in its repeats under the same Idempotency-Key.',
    scope: 'keys',
    body: createKeyBody,
    answer: createdKeyRecord,
    errors: ['key_not_active', 'limit_reached'],
  })
  async create(@ValidBody() body: CreateKeyBody, @CurrentCaller() caller: Caller) {
    const { sent, key, token } = await this.commands.create(body, caller);
    return createdWithSecret(sent, locationOf(key), presentKey(key, caller.now), secretOf(token));
  }

  @Get()
  @listEndpoint('apiKeys.list', 'List API keys', {
    cost: 0,
    description: 'The newest first. Keys that are revoked or have expired stay in the list.',
    query: listKeysQuery,
    answer: keyListSchema,
  })
  async list(@ValidQuery() query: ListKeysQuery, @CurrentCaller() caller: Caller) {
    const { rows, ...total } = await this.queries.list(caller.subject.workspaceId, query, caller.now);
    return listOf({ ...query, data: rows.map((key) => presentKey(key, caller.now)), ...total });
  }

  @Get('current')
  @getEndpoint('apiKeys.current', 'Get the API key of this request', {
    description: '404 for a request with an access token.',
    answer: keyRecord,
    errors: ['not_found'],
  })
  current(@CurrentCaller() caller: Caller) {
    const { type, id } = caller.subject.actor;
    if (type !== 'api_key') throw notFound();
    return this.get(id, {}, caller);
  }

  @Get(':id')
  @getEndpoint('apiKeys.get', 'Get an API key', {
    cost: 0,
    description: 'The record never holds the key itself. It may be asked for as it was at an instant.',
    query: pointInTimeQuery,
    errors: ['event_store_mismatch'],
    answer: keyAnswer,
  })
  async get(@Id('key') id: string, @ValidQuery() { as_of }: PointInTimeQuery, @CurrentCaller() caller: Caller) {
    const key = await this.find(id, caller);
    if (!as_of) return versioned(key, presentKey(key, caller.now));
    const row = await this.histories.at(keyChronicle, { stream: lineageStream(key.lineage), id }, as_of, caller);
    return versioned(row, keyChronicle.record(row, as_of));
  }

  @Patch(':id')
  @changeEndpoint('apiKeys.update', 'Rename an API key', {
    description: 'Only its name can be changed.',
    scope: 'keys',
    body: updateKeyBody,
    answer: keyRecord,
  })
  async update(
    @Id('key') id: string,
    @ValidBody() body: UpdateKeyBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const key = await this.find(id, caller);
    return changed(key, await this.commands.update(key, body, caller, expected), caller);
  }

  @Delete(':id')
  @Endpoint({
    id: 'apiKeys.delete',
    summary: 'Revoke an API key',
    description: 'In force when the answer is sent. The record stays; a repeat changes nothing.',
    scope: 'keys',
    cost: 0,
    responses: { 204: 'Revoked.' },
    errors: ['revision_mismatch'],
  })
  async delete(
    @Id('key') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ): Promise<void> {
    await this.commands.revoke(await this.find(id, caller), null, caller, expected);
  }

  @Post(':id/rotate')
  @Endpoint({
    id: 'apiKeys.rotate',
    summary: 'Rotate an API key',
    scope: 'keys',
    body: rotateKeyBody,
    responses: { 201: rotatedKeyRecord },
    headers: ['ETag', 'Location'],
    description:
      'Creates a new key with the same name, scope and expiration. It is only in this answer and in its ' +
      'repeats under the same Idempotency-Key. The old key stays valid for at most 24 h.',
    errors: ['key_not_active', 'revision_mismatch'],
  })
  async rotate(
    @Id('key') id: string,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const { sent, key, token } = await this.commands.rotate(await this.find(id, caller), caller, expected);
    const record = { ...presentKey(key, caller.now), previous: presentPrevious(keyIn(sent.state, id), key) };
    return createdWithSecret(sent, locationOf(key), record, secretOf(token));
  }

  @Post(':id/revoke')
  @Endpoint({
    id: 'apiKeys.revoke',
    summary: 'Revoke an API key',
    description: 'In force when the answer is sent. A repeat changes nothing.',
    scope: 'keys',
    cost: 0,
    body: revokeKeyBody,
    responses: { 200: keyRecord },
    headers: ['ETag'],
    errors: ['revision_mismatch'],
  })
  async revoke(
    @Id('key') id: string,
    @ValidBody() body: RevokeKeyBody,
    @CurrentCaller() caller: Caller,
    @ExpectedRevisions() expected: AcceptedRevisions,
  ) {
    const key = await this.find(id, caller);
    return changed(key, await this.commands.revoke(key, body?.reason ?? null, caller, expected), caller);
  }

  private async find(id: string, { subject }: Caller): Promise<ListedKey> {
    return found(await this.queries.find(subject.workspaceId, id));
  }
}

const locationOf = ({ key_id }: Key) => `/v1/api-keys/${key_id}`;

const secretOf = (token: string | null) => (token === null ? {} : { key: token });

const changed = ({ key_id, request_count, last_used_at }: ListedKey, sent: Sent<Lineage>, { now }: Caller) =>
  versioned(sent, presentKey({ ...keyIn(sent.state, key_id), request_count, last_used_at }, now));

/** The previous key as the rotation left it, also in a repeated answer. */
const presentPrevious = (previous: Key, { created_at }: Key) => ({
  id: previous.key_id,
  status: keyStatusAt(previous, created_at),
  grace_ends_at: previous.grace_ends_at,
});
