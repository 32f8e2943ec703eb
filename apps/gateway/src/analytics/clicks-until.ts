import { loadedUntil } from '@platform/click-counters';
import type { Pool } from 'pg';

const CACHED_MS = 500;
/** Milliseconds. If all known sources have ended, all clicks up to this long before the query are contained. */
const NOTHING_KNOWN_MS = 2_000;

/**
 * The instant up to which the clicks of all redirectors are contained, RFC 3339, as the loaders report it for each
 * source. It asks the database at most twice a second, so the instant may be half a second too early.
 */
export const clicksUntil = (pool: Pick<Pool, 'query'>, now: () => number = Date.now): (() => Promise<string>) => {
  let asked: { readonly at: number; readonly answer: Promise<string | null> } | undefined;
  return async () => {
    const at = now();
    if (!asked || Math.abs(at - asked.at) >= CACHED_MS) {
      const asking = { at, answer: loadedUntil(pool) };
      asking.answer.catch(() => (asked = asked === asking ? undefined : asked));
      asked = asking;
    }
    return (await asked.answer) ?? new Date(asked.at - NOTHING_KNOWN_MS).toISOString();
  };
};
