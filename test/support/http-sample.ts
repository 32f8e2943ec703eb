import { Controller, Delete, Get, Module, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Rejection, StoreUnavailable, UnfoldableEvent, lostRace } from '@kernel';
import { createLogger, createMetrics } from '@platform/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  createHttpApp,
  Endpoint,
  etagOf,
  HttpProblem,
  type HttpAppOptions,
  Id,
  ifMatchOf,
  listOf,
  notFound,
  pagingQuery,
  parse,
  queryBoolean,
  queryList,
  rateLimited,
  registerAuthorization,
  requireMatch,
  unauthorized,
  unavailable,
  Unfinished,
  ValidBody,
  ValidQuery,
} from '@platform/http';

/** A small application with the gateway's edge; specs send it requests. */

export const CreateLink = z.strictObject({
  destination_url: z.string().min(1).max(100),
  tags: z.array(z.string().max(5)).max(20).optional(),
  title: z.string().nullable().optional(),
});
export type CreateLink = z.infer<typeof CreateLink>;

export const UpdateLink = CreateLink.partial();

export const ListLinks = z.strictObject({
  ...pagingQuery,
  tags: queryList(z.string().max(5)).optional(),
  disabled: queryBoolean().optional(),
});
export type ListLinks = z.infer<typeof ListLinks>;

export const LinkRecord = z
  .object({ id: z.string(), destination_url: z.string() })
  .meta({ id: 'Link', description: 'A short link.' });
const LinkList = z.object({ data: z.array(LinkRecord), meta: z.object({ total: z.number() }) });

export const FAILURES: Readonly<Record<string, () => unknown>> = {
  invalid: () => new Rejection('invalid', 'unsafe_destination', 'no', {}, [{ location: 'body.x', message: 'is bad' }]),
  forbidden: () => new Rejection('forbidden', 'limit_reached', 'no more'),
  'not-found': () => new Rejection('not-found', 'link_not_found', 'workspace ws_1 has no link_x', { secret: 1 }),
  conflict: () => new Rejection('conflict', 'alias_taken', 'taken', { existing_link_id: 'link_1' }),
  race: () => lostRace(),
  stale: () => new Rejection('stale', 'revision_mismatch', 'old'),
  store: () => new StoreUnavailable('postgres://user:hunter2@db refused'),
  unfoldable: () =>
    new UnfoldableEvent({ stream: 'link-1', id: 'e1', type: 'LinkUpdated', revision: '1' }, 'hunter2 of undefined'),
  unauthorized: () => unauthorized('api_key_revoked'),
  limited: () => rateLimited(0.2),
  unfinished: () => new Unfinished('rate_limited'),
  unavailable: () => unavailable(3),
  mismatch: () => new HttpProblem('idempotency_mismatch'),
  unexpected: () => new TypeError('hunter2 of undefined'),
  driver: () => Object.assign(new Error('relation "hunter2" does not exist'), { statusCode: 404, code: '42P01' }),
  text: () => 'hunter2',
  nothing: () => undefined,
};

@Controller('v1/links')
class LinksController {
  @Get()
  @Endpoint({
    id: 'links.list',
    summary: 'List links',
    scope: 'read',
    query: ListLinks,
    responses: { 200: LinkList },
    headers: ['Link'],
  })
  list(@ValidQuery() query: ListLinks) {
    return listOf({ data: [query], total: 60, page: query.page, limit: query.limit });
  }

  @Post()
  @Endpoint({
    id: 'links.create',
    summary: 'Create a link',
    scope: 'write',
    body: CreateLink,
    responses: { 201: LinkRecord },
    headers: ['Location', 'ETag'],
    errors: ['alias_taken'],
  })
  create(@ValidBody() body: CreateLink, @Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers({ location: '/v1/links/link_1', etag: etagOf(0n) });
    return { id: 'link_1', ...body };
  }

  @Get(':id')
  @Endpoint({
    id: 'links.get',
    summary: 'Get a link',
    scope: 'read',
    responses: { 200: LinkRecord },
    headers: ['ETag'],
  })
  get(@Id('link') id: string) {
    if (id !== 'link_1') throw notFound();
    return { id, destination_url: 'https://example.com' };
  }

  @Patch(':id')
  @Endpoint({
    id: 'links.update',
    summary: 'Change a link',
    scope: 'write',
    body: UpdateLink,
    responses: { 200: LinkRecord },
    headers: ['ETag'],
    errors: ['revision_mismatch'],
  })
  update(@Id('link') id: string, @Req() request: FastifyRequest) {
    if (id !== 'link_1') throw notFound();
    requireMatch(ifMatchOf(request.headers['if-match']), 7n);
    return { id, ...parse(UpdateLink, request.body, 'body') };
  }

  @Delete(':id')
  @Endpoint({ id: 'links.delete', summary: 'Delete a link', scope: 'write', responses: { 204: 'Deleted.' } })
  remove(@Id('link') id: string) {
    if (id !== 'link_1') throw notFound();
  }

  @Post(':id/disable')
  @Endpoint({ id: 'links.disable', summary: 'Disable a link', scope: 'write', responses: { 200: LinkRecord } })
  disable(@Id('link') id: string) {
    return { id };
  }
}

@Controller()
class OddController {
  @Post('v1/bulk')
  @Endpoint({
    id: 'links.createMany',
    summary: 'Bulk',
    scope: 'write',
    bodyLimit: 5_000_000,
    body: z.array(z.unknown()),
    responses: { 200: LinkList },
  })
  bulk(@ValidBody() body: unknown[]) {
    return { data: body.length };
  }

  @Post('v1/login')
  @Endpoint({
    id: 'login.create',
    summary: 'Log in',
    scope: 'public',
    body: z.strictObject({}),
    responses: { 200: 'Done.' },
  })
  login(@ValidBody() _body: object) {
    return { done: true };
  }

  @Get('v1/failures/:kind')
  @Endpoint({ id: 'failures.get', summary: 'Fail', scope: 'public', responses: { 200: 'Never.' } })
  async fail(@Param('kind') kind: string, @Res({ passthrough: true }) reply: FastifyReply) {
    reply.headers({ etag: '"1"', location: '/x' });
    await Promise.resolve();
    throw FAILURES[kind]?.();
  }

  @Get('v1/slow')
  @Endpoint({ id: 'slow.get', summary: 'Slow', scope: 'public', responses: { 200: 'Late.' } })
  async slow() {
    await slow.promise;
    return { done: true };
  }
}

/** Requests to /v1/slow wait for `open()`; `waiting()` resolves when one has arrived. */
export const slow = { promise: Promise.resolve(), open: (): void => undefined };
export const closeGate = (): void => {
  slow.promise = new Promise((resolve) => (slow.open = resolve));
};

@Module({ controllers: [LinksController, OddController] })
export class SampleModule {}

export interface Sample {
  readonly app: NestFastifyApplication;
  readonly logs: string[];
  /** Scopes that authorization saw, in order. */
  readonly seen: string[];
  /** The operations that authorization confirmed, in order. */
  readonly confirmed: string[];
}

export const PUBLIC_URL = 'https://go.example.com';

/** Credentials that the sample knows: `good`; `viewer` may only read; `flood` is over its limit; `other` is of another workspace, and `ws_…` of that one. */
export const createSample = async (options: Partial<HttpAppOptions> = {}): Promise<Sample> => {
  const logs: string[] = [];
  const seen: string[] = [];
  const confirmed: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line) => void logs.push(line) } });
  const app = await createHttpApp({
    module: SampleModule,
    publicUrl: PUBLIC_URL,
    logger,
    metrics: createMetrics(),
    ...options,
  });
  registerAuthorization(app, {
    authorize: async (request, endpoint) => {
      // As a question to the database: what came with the head has been read by its answer.
      await new Promise(setImmediate);
      seen.push(endpoint.scope);
      if (endpoint.scope === 'public') return;
      const value = String(request.headers['x-api-key'] ?? request.queryKey ?? '');
      if (!value) throw unauthorized('missing_credentials');
      if (value === 'flood') throw rateLimited(5, { 'x-ratelimit-limit': '100' });
      if (value === 'viewer' && endpoint.scope !== 'read')
        throw new HttpProblem('insufficient_scope', undefined, {}, { required_scope: 'Read + Write' });
      request.workspaceId = value.startsWith('ws_') ? value : value === 'other' ? 'ws_2' : 'ws_1';
    },
    confirm: async ({ endpoint }) => {
      await Promise.resolve();
      if (endpoint) confirmed.push(endpoint.id);
    },
  });
  return { app, logs, seen, confirmed };
};
