import { Controller, Get, Inject, Req } from '@nestjs/common';
import { canonicalHostname } from '@contexts/domains';
import { Batcher } from '@platform/async';
import { Endpoint, HttpProblem, HttpResponse, ValidQuery, notFound, unavailable } from '@platform/http';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AddressLimit } from '../address-limit';
import { DomainQueries } from './domain.queries';

/** Token of the hostnames of this installation, without ports. */
export const OWN_HOSTNAMES = Symbol('own hostnames');

/**
 * A proxy asks for all its visitors, who may name any host in a handshake. Only unknown hosts count against the limit,
 * so a flood of them does not keep the proxy from obtaining certificates for known hosts.
 */
const MOST_UNKNOWN_A_MINUTE = 600;

/** Names of one statement, and names that wait for theirs: more than a process can be asked for meanwhile. */
const AT_ONCE = 1_000;
const MOST_WAITING = 10_000;
const PATIENCE_MS = 2_000;

/** Any text that a visitor may send as a name is one that is not ours, however long: a 404, and no 400. */
const tlsQuery = z.strictObject({
  domain: z.string().optional().meta({ description: 'A host name without a port.', example: 'go.brand.example' }),
});

/** Answers a proxy for which hosts it may obtain certificates. */
@Controller('health')
export class TlsController {
  private readonly limit = new AddressLimit(MOST_UNKNOWN_A_MINUTE);
  /**
   * Anybody may ask. Names that come while others are looked up go together by one statement: so a flood of them takes
   * one connection, and a known one among them waits for a few statements at most.
   */
  private readonly lookUps: Batcher<string, boolean>;

  constructor(
    queries: DomainQueries,
    @Inject(OWN_HOSTNAMES) private readonly ours: ReadonlySet<string>,
  ) {
    this.lookUps = new Batcher({
      send: async (hostnames) => {
        const live = await queries.live(hostnames);
        return hostnames.map((hostname) => live.has(hostname));
      },
      maxItems: AT_ONCE,
      maxWaiting: MOST_WAITING,
      deadlineMs: PATIENCE_MS,
      unavailable: () => unavailable(),
    });
  }

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
  async ask(@ValidQuery() { domain = '' }: z.infer<typeof tlsQuery>, @Req() { ip }: FastifyRequest) {
    const isOurs = this.ours.has(domain.toLowerCase().replace(/\.$/, ''));
    if (!isOurs && !(await this.isLive(domain))) throw this.refusalOf(ip);
    return new HttpResponse(undefined, { status: 200, headers: { 'cache-control': 'no-store' } });
  }

  private refusalOf(ip: string): Error {
    const wait = this.limit.count(ip);
    return wait > 0
      ? new HttpProblem('rate_limited', undefined, { 'retry-after': String(Math.ceil(wait)) })
      : notFound();
  }

  private async isLive(domain: string): Promise<boolean> {
    const hostname = canonicalHostname(domain);
    return hostname !== null && this.lookUps.add(hostname);
  }
}
