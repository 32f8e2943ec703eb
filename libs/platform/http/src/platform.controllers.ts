import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { wantsPage } from '@platform/pages';
import { type Metrics } from '@platform/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { codePage } from './code-page';
import { codeEntryOf, isCode } from './codes';
import { Endpoint } from './endpoint.decorator';
import { notFound, NotReady } from './errors';
import { Health } from './health';

/** Token of the metrics registry that `/metrics` returns; null where another port has them. */
export const METRICS = Symbol('metrics');

/** Probes and scrapers add parameters of their own, and are answered all the same. */
const ANY = z.looseObject({});

const Alive = z
  .object({ status: z.literal('ok').meta({ description: 'The process runs.' }) })
  .meta({ id: 'Alive', description: 'The process runs.' });
const Check = z
  .object({
    status: z.enum(['ok', 'failed']).meta({ description: 'Whether the dependency answered.' }),
    duration_ms: z.int().meta({ description: 'Milliseconds that the check took.', example: 3 }),
  })
  .meta({ id: 'Check', description: 'The check of a dependency.' });
const Ready = z
  .object({
    status: z.literal('ok').meta({ description: 'Requests may be sent here.' }),
    checks: z.record(z.string(), Check).meta({
      description: 'Each check by its name.',
      example: { postgres: { status: 'ok', duration_ms: 3 } },
    }),
  })
  .meta({ id: 'Ready', description: 'Requests may be sent here.' });
const CodeDocument = z
  .object({
    code: z.string().meta({ description: 'The code.', example: 'alias_taken' }),
    status: z.int().meta({ description: 'The HTTP status.', example: 409 }),
    title: z.string().meta({ description: 'The code in words.', example: 'Alias taken' }),
    advice: z
      .string()
      .meta({ description: 'What to do about it.', example: 'Another link has this alias on this domain.' }),
  })
  .meta({ id: 'ErrorCode', description: 'What an error code means.' });
const Figures = z.string().meta({
  description: "Metrics in Prometheus' text format.",
  example: '# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 12.3\n',
});

@Controller()
export class PlatformController {
  constructor(
    @Inject(Health) private readonly health: Health,
    @Inject(METRICS) private readonly metrics: Metrics | null,
  ) {}

  @Get('health/live')
  @Endpoint({
    id: 'health.live',
    summary: 'Whether the process runs',
    description: 'For supervisors: it checks no dependency.',
    scope: 'public',
    query: ANY,
    responses: { 200: Alive },
  })
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Endpoint({
    id: 'health.ready',
    summary: 'Whether requests may be sent here, by dependency',
    description: 'For load balancers. 503 while a dependency that requests need does not answer.',
    scope: 'public',
    query: ANY,
    responses: { 200: Ready },
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const readiness = await this.health.readiness();
    const { ready, checks } = readiness;
    if (!ready) throw new NotReady(readiness);
    reply.header('cache-control', 'no-store');
    return { status: 'ok', checks };
  }

  @Get('metrics')
  @Endpoint({
    id: 'health.metrics',
    summary: 'Figures for Prometheus',
    description: 'A 404 where METRICS_PORT gives them a port of their own.',
    scope: 'public',
    query: ANY,
    produces: 'text/plain',
    responses: { 200: Figures },
    errors: ['not_found'],
  })
  async figures(@Res({ passthrough: true }) reply: FastifyReply) {
    if (!this.metrics) throw notFound();
    reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }

  @Get('errors/:code')
  @Endpoint({
    id: 'errors.get',
    summary: 'What an error code means',
    description: 'The `type` of a failure leads here. Browsers, whose `Accept` has `text/html`, get a page.',
    scope: 'public',
    responses: { 200: CodeDocument },
  })
  code(
    @Param('code') code: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string | object {
    if (!isCode(code)) throw notFound();
    reply.header('vary', 'Accept');
    if (!wantsPage(request.headers.accept)) return { code, ...codeEntryOf(code) };
    const { html, headers } = codePage(code, request.server.publicUrl);
    reply.headers({ ...headers, 'x-content-type-options': 'nosniff' });
    return html;
  }
}
