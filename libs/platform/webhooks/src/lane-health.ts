/** What the results of a lane's attempts say of its endpoint. */
export interface LaneHealth {
  /** Failed attempts in a row. */
  readonly failures: number;
  /** Deliveries in a row whose last attempt failed. */
  readonly failed_deliveries: number;
  /** The last success, or when the webhook was enabled; RFC 3339. */
  readonly healthy_at: string;
}

export interface LaneResult {
  readonly succeeded: boolean;
  /** When the attempt began, RFC 3339 by the database's clock. */
  readonly at: string;
  /** When the delivery failed the last time before; null if it never has. */
  readonly failedBefore: string | null;
}

export const PROBING_AFTER = 5;
const DISABLED_AFTER = 20;
const DISABLED_AFTER_MS = 24 * 3_600_000;

export const healthAfter = (health: LaneHealth, { succeeded, at, failedBefore }: LaneResult): LaneHealth => {
  if (succeeded) return { failures: 0, failed_deliveries: 0, healthy_at: later(at, health.healthy_at) };
  // A delivery that has failed since the last success is counted already.
  const counted = failedBefore !== null && Date.parse(failedBefore) >= Date.parse(health.healthy_at);
  return {
    ...health,
    failures: health.failures + 1,
    failed_deliveries: health.failed_deliveries + (counted ? 0 : 1),
  };
};

/** Whether deliveries go one at a time, until one succeeds. */
export const isProbing = ({ failures }: LaneHealth): boolean => failures >= PROBING_AFTER;

/** Whether the webhook is to be disabled. @param at RFC 3339, of the last attempt */
export const hasFailedForGood = ({ failed_deliveries, healthy_at }: LaneHealth, at: string): boolean =>
  failed_deliveries >= DISABLED_AFTER && Date.parse(at) - Date.parse(healthy_at) >= DISABLED_AFTER_MS;

const later = (one: string, other: string): string => (Date.parse(one) > Date.parse(other) ? one : other);
