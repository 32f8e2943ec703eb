import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { subscriberNetworkOf, withoutPort } from '@platform/http';
import type { Log } from '@platform/telemetry';
import { LOGGER } from '../tokens';

/** Whom attempts are counted for. */
export interface Client {
  /** An IPv4 address or a /64 network; behind a proxy that is not trusted, the proxy's and the one that it names. */
  readonly network: string;
  /** The network of such a proxy. Its clients share a wide limit, because they may have made up the other one. */
  readonly proxy?: string;
}

/** The clients behind requests, also behind a proxy that TRUST_PROXY does not name (docs/adr/0015). */
@Injectable()
export class Clients {
  private warned = false;

  constructor(@Inject(LOGGER) private readonly log: Pick<Log, 'warn'>) {}

  of(request: Pick<FastifyRequest, 'headers' | 'ip' | 'ips'>): Client {
    const { headers, ip, ips = [ip] } = request;
    // More than one address: the peer is trusted, and `ip` is the client.
    const forwarded = ips.length > 1 ? '' : String(headers['x-forwarded-for'] ?? '');
    const nearest = withoutPort(forwarded.split(',').at(-1)?.trim() ?? '');
    if (isIP(nearest) === 0 || nearest === ip) return { network: subscriberNetworkOf(ip) };
    this.warnOnce();
    return { network: `${subscriberNetworkOf(nearest)} by ${subscriberNetworkOf(ip)}`, proxy: subscriberNetworkOf(ip) };
  }

  private warnOnce(): void {
    if (this.warned) return;
    this.warned = true;
    this.log.warn(
      {},
      'requests have an X-Forwarded-For header from a peer that TRUST_PROXY does not name; if that is your proxy, ' +
        'name it in TRUST_PROXY, so that limits count its clients',
    );
  }
}
