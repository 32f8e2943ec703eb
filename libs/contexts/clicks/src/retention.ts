import type { Plan } from '@kernel';

/** Days for which clicks are kept, by plan; 0 for good. */
export type ClickRetention = Readonly<Record<Plan, number>>;

const DAY_MS = 86_400_000;

/**
 * The time from which a plan keeps clicks, in milliseconds since 1970. It is a midnight in UTC, so that today and the
 * plan's number of whole days before it are kept. Null where clicks are kept for good.
 */
export const retentionStart = (retention: ClickRetention, plan: keyof ClickRetention, nowMs: number): number | null => {
  const days = retention[plan];
  return days === 0 ? null : (Math.floor(nowMs / DAY_MS) - days) * DAY_MS;
};

/** Days for which every workspace's clicks are kept, whatever its plan; Infinity for good. */
export const keptForAll = (retention: ClickRetention): number =>
  Math.min(...Object.values(retention).map((days) => (days === 0 ? Infinity : days)));
