import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { type Metrics } from '@platform/telemetry';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { CODES, entryOf } from './codes';
import { Endpoint } from './endpoint.decorator';
import { notFound, NotReady } from './errors';
import { Health } from './health';

/** Token of the metrics registry that `/metrics` returns; null where another port has them. */
export const METRICS = Symbol('metrics');

const Alive = z.object({ status: z.literal('ok') });
const Check = z.object({ status: z.enum(['ok', 'failed']), duration_ms: z.number().int() });
const Ready = z.object({ status: z.literal('ok'), checks: z.record(z.string(), Check) });
const CodeDocument = z.object({ code: z.string(), status: z.number().int(), title: z.string(), advice: z.string() });

@Controller()
export class PlatformController {
  constructor(
    @Inject(Health) private readonly health: Health,
    @Inject(METRICS) private readonly metrics: Metrics | null,
  ) {}

  @Get('health/live')
  @Endpoint({ summary: 'Whether the process runs', scope: 'public', responses: { 200: Alive } })
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Endpoint({ summary: 'Whether requests may be sent here, by dependency', scope: 'public', responses: { 200: Ready } })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { ready, checks } = await this.health.readiness();
    if (!ready) throw new NotReady(checks);
    reply.header('cache-control', 'no-store');
    return { status: 'ok', checks };
  }

  @Get('metrics')
  @Endpoint({
    summary: 'Figures for Prometheus',
    description: 'A 404 where METRICS_PORT gives them a port of their own.',
    scope: 'public',
    produces: 'text/plain',
    responses: { 200: z.string() },
  })
  async figures(@Res({ passthrough: true }) reply: FastifyReply) {
    if (!this.metrics) throw notFound();
    reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.registry.metrics();
  }

  @Get('errors/:code')
  @Endpoint({ summary: 'What an error code means', scope: 'public', responses: { 200: CodeDocument } })
  code(@Param('code') code: string) {
    if (!CODES.has(code)) throw notFound();
    return { code, ...entryOf(code) };
  }
}
