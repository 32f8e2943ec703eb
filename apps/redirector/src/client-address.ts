import type { IncomingMessage } from 'node:http';
import { withinNetworks } from '@contexts/links';
import { withoutPort } from '@platform/http';

/** Whose X-Forwarded-For counts: all (true), none (false), networks (CIDR, `loopback`, `linklocal`, `uniquelocal`). */
export type TrustProxy = boolean | readonly string[];

const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Of a longer header only the end counts: proxies append to it, and a visitor may send one of 16 kB. */
const MOST_CHARACTERS = 2_048;

export interface ClientOrigin {
  /**
   * The visitor's address: the nearest hop that is not a trusted proxy. Empty when the connection is gone. Found once
   * for a request, of which several parts want it.
   */
  addressOf(req: IncomingMessage): string;
  /** Whether the peer is a proxy that we trust, and not the visitor: then its headers about the visitor count. */
  isProxied(req: IncomingMessage): boolean;
}

export const clientOrigin = (trust: TrustProxy): ClientOrigin => {
  if (trust === false) return { addressOf: (req) => req.socket.remoteAddress ?? '', isProxied: () => false };
  const isTrusted =
    trust === true ? () => true : withinNetworks(trust.flatMap((network) => NAMED[network] ?? [network]));
  const found = new WeakMap<IncomingMessage, string>();
  const nearest = (req: IncomingMessage): string => {
    const hops = [
      ...lastHops(String(req.headers['x-forwarded-for'] ?? '')).map((hop) => withoutPort(hop.trim())),
      req.socket.remoteAddress ?? '',
    ].filter((hop) => hop !== '');
    return hops.findLast((hop, index) => index === 0 || !isTrusted(hop)) ?? '';
  };
  const addressOf = (req: IncomingMessage): string => {
    const address = found.get(req) ?? nearest(req);
    found.set(req, address);
    return address;
  };
  return { addressOf, isProxied: (req) => isTrusted(req.socket.remoteAddress ?? '') };
};

/** The hops at the end of a header, without one that is cut. */
const lastHops = (forwarded: string): string[] => {
  if (forwarded.length <= MOST_CHARACTERS) return forwarded.split(',');
  return forwarded
    .slice(-MOST_CHARACTERS - 1)
    .split(',')
    .slice(1);
};
