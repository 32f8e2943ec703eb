import { within } from '@platform/async';
import { createResolver, meansNone } from './resolver';

/** TXT records of a name, each in its chunks: none if the name or such records do not exist. */
export type TextRecords = readonly (readonly string[])[];

/** Undefined while it is not known: a name server fails or does not answer. */
export type LookUpTexts = (name: string) => Promise<TextRecords | undefined>;

/** The limit of all tries with all servers. */
const DEADLINE_MS = 6_000;

/** @param servers as `DNS_SERVERS` has them; none: those of the system */
export const textLookup = (servers: readonly string[]): LookUpTexts => {
  const resolver = createResolver(servers);
  return async (name) => {
    try {
      return await within(DEADLINE_MS, resolver.resolveTxt(name));
    } catch (error) {
      return meansNone(error) ? [] : undefined;
    }
  };
};
