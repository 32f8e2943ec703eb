import { promises } from 'node:dns';
import { within } from '@platform/async';

/** TXT records of a name, each in its chunks: none if the name or such records do not exist. */
export type TextRecords = readonly (readonly string[])[];

/** Undefined while it is not known: a name server fails or does not answer. */
export type LookUpTexts = (name: string) => Promise<TextRecords | undefined>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** The limit of all tries with all servers. */
const DEADLINE_MS = 6_000;

/** The answers that say that there is no such record. */
const DEFINITE: readonly unknown[] = ['ENOTFOUND', 'ENODATA'];

/** @param servers as `DNS_SERVERS` has them; none: those of the system */
export const textLookup = (servers: readonly string[]): LookUpTexts => {
  const resolver = new promises.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return async (name) => {
    try {
      return await within(DEADLINE_MS, resolver.resolveTxt(name));
    } catch (error) {
      return DEFINITE.includes((error as { readonly code?: unknown }).code) ? [] : undefined;
    }
  };
};
