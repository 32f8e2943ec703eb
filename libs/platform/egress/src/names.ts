import { lookup, promises } from 'node:dns';
import { promisify } from 'node:util';
import { messageOf } from '@platform/telemetry';
import { EgressFailure } from './failure';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** The answers to a question that no repeat will change. */
const DEFINITE: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/**
 * Asks DNS directly, never the system's resolver: a slow name server occupies no thread, and names of the system's hosts
 * file stay unknown.
 * @param servers as `DNS_SERVERS` has them; none: those of the system
 */
export const createResolver = (servers: readonly string[] = []): promises.Resolver => {
  const resolver = new promises.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
};

/** All addresses of a host name, of both families. @throws EgressFailure where there are none */
export type AddressesOf = (host: string) => Promise<readonly string[]>;

export const addressesBy =
  (resolver: Pick<promises.Resolver, 'resolve4' | 'resolve6'>): AddressesOf =>
  async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    const trouble = failures.find((failure) => !DEFINITE.includes((failure as { code?: unknown }).code));
    if (trouble === undefined) throw new EgressFailure('unreachable', 'has a host name without an address');
    throw unresolved(trouble);
  };

/** By the system's resolver, which knows its hosts file. */
export const systemAddresses: AddressesOf = async (host) => {
  try {
    return (await promisify(lookup)(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw unresolved(error);
  }
};

const unresolved = (cause: unknown) =>
  new EgressFailure('unreachable', 'has a host name that could not be looked up', { cause: messageOf(cause) });
