import { lookup, type promises } from 'node:dns';
import { promisify } from 'node:util';
import { meansNone } from '@platform/dns';
import { messageOf } from '@platform/telemetry';
import { EgressFailure } from './failure';

/** All addresses of a host name, of both families. @throws EgressFailure where there are none */
export type AddressesOf = (host: string) => Promise<readonly string[]>;

export const addressesBy =
  (resolver: Pick<promises.Resolver, 'resolve4' | 'resolve6'>): AddressesOf =>
  async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    const trouble = failures.find((failure) => !meansNone(failure));
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
