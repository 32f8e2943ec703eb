import { loadedUntil } from '@platform/click-counters';
import type { Pool } from 'pg';

const CACHED_MS = 500;
/** Without a redirector that could have clicks, those that it has had are contained; what was asked just now is no matter. */
const NOTHING_KNOWN_MS = 2_000;

/**
 * Up to when the clicks of all redirectors are surely contained, RFC 3339, by what the loaders tell of each source. Asked
 * of the database twice a second at most, which makes it half a second earlier than it might be.
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
