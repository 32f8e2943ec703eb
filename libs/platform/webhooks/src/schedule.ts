const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait before each attempt, in milliseconds: the first attempt is made at once. */
export const STEPS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** A wait varies by up to this part of it, so that deliveries that failed together are not tried again together. */
const JITTER = 0.2;

export interface Wait {
  /**
   * What the endpoint asked for, in milliseconds. The wait is never shorter than the step or longer than twice the
   * step.
   */
  readonly retryAfterMs?: number | undefined;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/**
 * How long to wait after a failed attempt.
 * @param step number of attempts in this run through the schedule, this one included
 * @returns milliseconds; undefined after the last attempt
 */
export const waitAfter = (step: number, { retryAfterMs, random = Math.random }: Wait = {}): number | undefined => {
  const wait = STEPS[step];
  if (wait === undefined) return undefined;
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, wait), 2 * wait);
  return Math.round(wait * (1 + JITTER * (2 * random() - 1)));
};

/** The header `retry-after` in milliseconds: a number of seconds, or a date. @param now milliseconds since 1970 */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
