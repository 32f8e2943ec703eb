import { Controller, Get, Inject, Req } from '@nestjs/common';
import { canonicalHostname } from '@contexts/domains';
import { Endpoint, HttpProblem, HttpResponse, ValidQuery, subscriberNetworkOf, notFound } from '@platform/http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AddressLimit } from '../address-limit';
import { Gone } from '../analytics/gone';
import { FairQueue } from '../fair-queue';
import { DomainQueries } from './domain.queries';

/** Token of the hostnames of this installation, without ports. */
export const OWN_HOSTNAMES = Symbol('own hostnames');

/**
 * A proxy asks for all its visitors, who may name any host in a handshake. Only unknown hosts count against the limit,
 * so a flood of them does not keep the proxy from obtaining certificates for known hosts.
 */
const MOST_UNKNOWN_A_MINUTE = 600;

/** Any text that a visitor may send as a name is one that is not ours, however long: a 404, and no 400. */
const tlsQuery = z.strictObject({
  domain: z.string().optional().meta({ description: 'A host name without a port.', example: 'go.brand.example' }),
});

/** Answers a proxy for which hosts it may obtain certificates. */
@Controller('health')
export class TlsController {
  private readonly limit = new AddressLimit(MOST_UNKNOWN_A_MINUTE);
  private readonly queue = new FairQueue({ slots: 4, slotsOfTenant: 3, waitingOfTenant: 200, waiting: 1_000 });

  constructor(
    private readonly queries: DomainQueries,
    @Inject(OWN_HOSTNAMES) private readonly ours: ReadonlySet<string>,
  ) {}

  @Get('tls')
  @Endpoint({
    id: 'health.tls',
    summary: 'Whether a proxy may obtain a certificate for a host',
    description:
      '200 for a host of this installation and for a verified domain, else 404; empty. 600 unknown hosts a minute per ' +
      'address.',
    scope: 'public',
    query: tlsQuery,
    responses: { 200: 'It may.' },
    errors: ['not_found', 'rate_limited'],
  })
  async ask(
    @ValidQuery() { domain = '' }: z.infer<typeof tlsQuery>,
    @Req() { ip }: FastifyRequest,
    @Gone() gone: AbortSignal,
  ) {
    const isOurs = this.ours.has(domain.toLowerCase().replace(/\.$/, ''));
    if (!isOurs && !(await this.isLive(domain, ip, gone))) throw this.refusalOf(ip);
    return new HttpResponse(undefined, { status: 200, headers: { 'cache-control': 'no-store' } });
  }

  private refusalOf(ip: string): Error {
    const wait = this.limit.count(ip);
    return wait > 0
      ? new HttpProblem('rate_limited', undefined, { 'retry-after': String(Math.ceil(wait)) })
      : notFound();
  }

  /** Anybody may ask, and each question costs a query, so few run at once. */
  private async isLive(domain: string, ip: string, gone: AbortSignal): Promise<boolean> {
    const hostname = canonicalHostname(domain);
    if (hostname === null) return false;
    const slot = await this.queue.enter(subscriberNetworkOf(ip), gone);
    try {
      return await this.queries.isLive(hostname);
    } finally {
      slot.leave();
    }
  }
}
