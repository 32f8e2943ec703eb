/** What the results of a lane's attempts say of its endpoint. */
export interface LaneHealth {
  /** Failed attempts in a row. */
  readonly failures: number;
  /** Deliveries in a row that have used up their attempts. */
  readonly failed_deliveries: number;
  /** The last success, or when the webhook was enabled; RFC 3339. */
  readonly healthy_at: string;
}

export interface LaneResult {
  readonly succeeded: boolean;
  /** When the attempt began, RFC 3339 by the database's clock. */
  readonly at: string;
  /** Whether it was the last attempt of its delivery, by the schedule. */
  readonly isLast: boolean;
  /** When the last attempt of an earlier run of the delivery failed; null if none has. */
  readonly exhaustedBefore: string | null;
}

export const PROBING_AFTER = 5;
const DISABLED_AFTER = 20;
/** Without a success. */
export const DISABLED_AFTER_MS = 24 * 3_600_000;

export const healthAfter = (health: LaneHealth, { succeeded, isLast, at, exhaustedBefore }: LaneResult): LaneHealth => {
  if (succeeded) return { failures: 0, failed_deliveries: 0, healthy_at: later(at, health.healthy_at) };
  // A delivery that has been exhausted since the last success is counted already.
  const isCounted = exhaustedBefore !== null && Date.parse(exhaustedBefore) >= Date.parse(health.healthy_at);
  return {
    ...health,
    failures: health.failures + 1,
    failed_deliveries: health.failed_deliveries + (isLast && !isCounted ? 1 : 0),
  };
};

/** Whether deliveries go one at a time, until one succeeds. */
export const isProbing = ({ failures }: LaneHealth): boolean => failures >= PROBING_AFTER;

/** Whether the webhook is to be disabled. @param at RFC 3339, of the last attempt */
export const hasFailedForGood = ({ failed_deliveries, healthy_at }: LaneHealth, at: string): boolean =>
  failed_deliveries >= DISABLED_AFTER && Date.parse(at) - Date.parse(healthy_at) >= DISABLED_AFTER_MS;

const later = (one: string, other: string): string => (Date.parse(one) > Date.parse(other) ? one : other);
