import { Controller, Get, Inject, Req } from '@nestjs/common';
import { canonicalHostname } from '@contexts/domains';
import { Endpoint, HttpProblem, HttpResponse, ValidQuery, notFound } from '@platform/http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AddressLimit } from '../address-limit';
import { DomainQueries } from './domain.queries';

/** Token of the hostnames of this installation, without ports. */
export const OWN_HOSTNAMES = Symbol('own hostnames');

/** A proxy asks at each first connection to a host. */
const MOST_A_MINUTE = 600;

const tlsQuery = z.strictObject({
  domain: z
    .string()
    .max(1_000)
    .optional()
    .meta({ description: 'A host name without a port.', example: 'go.brand.example' }),
});

/** Tells a proxy for which hosts it may obtain certificates. */
@Controller('health')
export class TlsController {
  private readonly limit = new AddressLimit(MOST_A_MINUTE);

  constructor(
    private readonly queries: DomainQueries,
    @Inject(OWN_HOSTNAMES) private readonly ours: ReadonlySet<string>,
  ) {}

  @Get('tls')
  @Endpoint({
    id: 'health.tls',
    summary: 'Whether a proxy may obtain a certificate for a host',
    description:
      '200 for a host of this installation and for a verified domain, else 404; empty. 600 a minute per address.',
    scope: 'public',
    query: tlsQuery,
    responses: { 200: 'It may.' },
    errors: ['not_found', 'rate_limited'],
  })
  async ask(@ValidQuery() { domain = '' }: z.infer<typeof tlsQuery>, @Req() request: FastifyRequest) {
    const wait = this.limit.count(request.ip);
    if (wait > 0) throw new HttpProblem('rate_limited', undefined, { 'retry-after': String(Math.ceil(wait)) });
    const name = domain.toLowerCase().replace(/\.$/, '');
    const isOurs = this.ours.has(name);
    if (!isOurs && !(await this.isLive(domain))) throw notFound();
    return new HttpResponse(undefined, { status: 200, headers: { 'cache-control': 'no-store' } });
  }

  private async isLive(domain: string): Promise<boolean> {
    const hostname = canonicalHostname(domain);
    return hostname !== null && this.queries.isLive(hostname);
  }
}
