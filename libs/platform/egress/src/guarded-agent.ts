import { type LookupFunction, isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { refused } from './failure';
import type { Guard } from './guard';

const CONNECT_MS = 10_000;
/** Some servers ask for minutes; each open connection costs a socket. */
const IDLE_MS = 5_000;

/**
 * Opens connections only to addresses that the guard has judged. A name that resolves differently the next time is
 * judged again. Node does not look up IP literals, so the agent judges them itself.
 */
export const createGuardedAgent = (guard: Guard, ca: string | undefined): Agent => {
  const connector = buildConnector({
    timeout: CONNECT_MS,
    lookup: lookupBy(guard),
    autoSelectFamily: true,
    ...(ca !== undefined && { ca }),
  });
  return new Agent({
    connect: (options, callback) => {
      const { hostname, protocol, port } = options;
      const problem =
        isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? guard.problemWith(urlOf(protocol, hostname, port)) : null;
      if (problem === null) connector(options, callback);
      else callback(refused(problem), null);
    },
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
};

const urlOf = (protocol: string, hostname: string, port: string): URL =>
  new URL(`${protocol}//${isIP(hostname) === 6 ? `[${hostname}]` : hostname}${port && `:${port}`}`);

const lookupBy =
  (guard: Guard): LookupFunction =>
  (name, { all }, callback) => {
    guard.addressesOf(name).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
