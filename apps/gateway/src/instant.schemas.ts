import { z } from 'zod';

const timestamp = z.iso.datetime({ offset: true });

/**
 * As RFC 3339 UTC with milliseconds, which every store can hold; null for a text that is not a timestamp of the years 1
 * to 9999.
 */
export const instantOf = (text: string): string | null => {
  const at = timestamp.safeParse(text).success ? new Date(text) : null;
  const year = at?.getUTCFullYear() ?? NaN;
  return at && year >= 1 && year < 10_000 ? at.toISOString() : null;
};

const instantAs = (form: string) =>
  z
    .string()
    .transform((text, context): string => {
      const at = instantOf(text);
      if (at !== null) return at;
      context.addIssue({ code: 'custom', message: `must be an RFC 3339 timestamp (${form})` });
      return z.NEVER;
    })
    .meta({ format: 'date-time', example: '2026-12-24T18:00:00Z' });

/** An instant in a body. */
export const bodyInstant = instantAs('2026-11-21T08:00:00Z');
/** An instant in a query. */
export const instant = instantAs('2026-11-21T08:00:00Z; a + is written %2B');
