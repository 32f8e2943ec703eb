import type { TimerRow } from '@kernel';

/**
 * Made by libs/platform/read-store/src/migrations/click-limits.ts, whose function `take_slots` inserts the rows:
 * for a visitor, or for a link that is written (limits-below-clicks.ts beside it). Counts of clicks insert them, too.
 */
export const REACHED_LIMITS = 'reached_limits';

/** A click limit that is reached and not recorded yet. */
export interface ReachedLimitRow extends TimerRow {
  /** Id of the link. */
  readonly id: string;
  readonly click_limit: number;
  /** How many redirects had their slot then. */
  readonly taken: string;
}
