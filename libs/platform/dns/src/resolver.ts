import { promises } from 'node:dns';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks DNS directly, never the system's resolver: a slow name server occupies no thread, and names of the system's
 * hosts file stay unknown.
 * @param servers as `DNS_SERVERS` has them; none: those of the system
 */
export const createResolver = (servers: readonly string[]): promises.Resolver => {
  const resolver = new promises.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
};

const NONE: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** Whether a resolver has failed because there is no such name or record, which no repeat changes. */
export const meansNone = (failure: unknown): boolean => NONE.includes((failure as { readonly code?: unknown }).code);
