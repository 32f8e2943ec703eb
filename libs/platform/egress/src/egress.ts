import { parseUrl } from '@kernel';
import { createResolver } from '@platform/dns';
import { type Agent, errors } from 'undici';
import { Exceptions } from './exceptions';
import { EgressFailure, refused } from './failure';
import { Guard } from './guard';
import { createGuardedAgent } from './guarded-agent';
import { type AddressesOf, addressesBy, systemAddresses } from './names';
import { readBody } from './read-body';
import type { EgressRequest, EgressResponse } from './request';

export interface EgressOptions {
  /** `EGRESS_ALLOW`: addresses, networks and host names that are allowed beside the public internet. */
  readonly allow: readonly string[];
  /** `DNS_SERVERS`; none: those of the system. */
  readonly dnsServers: readonly string[];
  /** Hosts of this installation, with a port where there is one: nothing is fetched from them. */
  readonly ownHosts: readonly string[];
  /** Whether plain http may lead to any public address; by default to what is allowed besides alone. */
  readonly plainHttp?: boolean;
  /** Authorities for TLS, in PEM; absent: the public ones. */
  readonly ca?: string;
}

/** The only client for URLs that users name. It reaches public addresses, and what the operator allows besides. */
export interface Egress {
  /** The problem with a URL, before it is used, as a message for its author; null if there is none. */
  problemWith(url: string): string | null;
  /** @returns any answer, whatever its status @throws EgressFailure where there is none */
  request(url: string, request: EgressRequest): Promise<EgressResponse>;
  close(): Promise<void>;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

export const createEgress = ({ allow, dnsServers, ownHosts, plainHttp = false, ca }: EgressOptions): Egress => {
  const exceptions = new Exceptions(allow);
  const resolver = createResolver(dnsServers);
  const byDns = addressesBy(resolver);
  // Without DNS_SERVERS, an allowed name may come from the system's hosts file.
  const addressesOf: AddressesOf = (name) =>
    dnsServers.length === 0 && exceptions.hasName(name) ? systemAddresses(name) : byDns(name);
  const guard = new Guard({ ownHosts, exceptions, plainHttp, addressesOf });
  const agent = createGuardedAgent(guard, ca);
  return {
    problemWith: (url) => problemWith(guard, parseUrl(url)),
    request: (url, request) =>
      withinDeadline(request, (signal) =>
        follow(url, request, (target) => exchange(agent, guard, target, request, signal)),
      ),
    close: () => {
      resolver.cancel();
      return agent.destroy();
    },
  };
};

/**
 * undici ignores a signal until it is connected, so the promise does not wait for a request that is still connecting.
 */
const withinDeadline = async <T>(
  { deadlineMs, signal }: EgressRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ending = new AbortController();
  const late = new EgressFailure('late', `has not answered within ${Number((deadlineMs / 1_000).toPrecision(2))} s`);
  const timer = setTimeout(() => ending.abort(late), deadlineMs);
  const stop = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason as Error), { once: true });
  });
  try {
    ending.signal.throwIfAborted();
    return await Promise.race([work(ending.signal), ended]);
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason;
    throw failureOf(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
};

/** The answer of one URL. */
type Answer = Omit<EgressResponse, 'url' | 'redirects'>;

/** Goes from one URL to the next as long as redirects are allowed. */
const follow = async (
  url: string,
  { redirects = 0, method = 'GET' }: EgressRequest,
  ask: (target: string) => Promise<Answer>,
): Promise<EgressResponse> => {
  const most = method === 'POST' ? 0 : redirects;
  let target = url;
  for (let followed = 0; ; followed += 1) {
    const response = await ask(target);
    const { location } = response.headers;
    if (most === 0 || !REDIRECTS.includes(response.status) || location === undefined)
      return { ...response, url: target, redirects: followed };
    if (followed === most) throw new EgressFailure('malformed', `redirects more than ${redirects} times`);
    const next = parseUrl(location, target);
    if (!next) throw new EgressFailure('malformed', 'redirects to something that is not a URL');
    target = next.href;
  }
};

const problemWith = (guard: Guard, url: URL | undefined): string | null =>
  url ? guard.problemWith(url) : 'must be an absolute https URL';

const exchange = async (
  agent: Agent,
  guard: Guard,
  target: string,
  { method = 'GET', headers = {}, body, maxBytes, longer = 'refuse' }: EgressRequest,
  signal: AbortSignal,
): Promise<Answer> => {
  const url = parseUrl(target);
  const problem = problemWith(guard, url);
  if (!url || problem !== null) throw refused(problem ?? '');
  const response = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'user-agent': 'Waymark', 'accept-encoding': 'identity', ...headers },
    body: body ?? null,
    signal,
  });
  const received = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
  const content = await readBody(response.body, received['content-encoding'] ?? '', { maxBytes, longer });
  return { status: response.statusCode, headers: received, body: content };
};

/** Codes of Node, and those of OpenSSL that it passes on. */
const IS_OF_CERTIFICATE = /CERT|^UNABLE_TO_/;

const failureOf = (error: unknown): EgressFailure => {
  if (error instanceof EgressFailure) return error;
  const code = String((error as { readonly code?: unknown }).code);
  if (IS_OF_CERTIFICATE.test(code))
    return new EgressFailure('unreachable', 'has no certificate that is valid for its name', { cause: error });
  const malformed =
    error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError || /^(Z_|ERR__)/.test(code);
  return malformed
    ? new EgressFailure('malformed', 'does not answer in valid HTTP', { cause: error })
    : new EgressFailure('unreachable', 'could not be reached', { cause: error });
};
