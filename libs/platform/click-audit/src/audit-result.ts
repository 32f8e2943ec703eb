import type { AuditState } from './audit-state';

/** Sums over all rounds of this click log. */
export interface AuditResult {
  /** Records of the journal for which ClickHouse has no row. */
  readonly missing: number;
  /** Rows too many in ClickHouse. */
  readonly doubled: number;
  /** Records that were looked up. */
  readonly checked: number;
  /** Time of the last record that was looked up, RFC 3339; null before the first. */
  readonly checkedUntil: string | null;
  /** Time of the oldest block that was sent and not loaded at that time, RFC 3339; null without one. */
  readonly waitingSince: string | null;
  /** When the round ended, RFC 3339. */
  readonly at: string;
  /** By how many clicks the counters were off when compared; absent where they are not compared. */
  readonly countersOff?: number;
}

export const resultOf = ({ missing, doubled, checked, until, waiting, at }: AuditState): AuditResult => {
  const waitingSince = Object.values(waiting)
    .map(({ since }) => since)
    .toSorted((one, other) => one - other)[0];
  return {
    missing,
    doubled,
    checked,
    checkedUntil: until === 0 ? null : text(until),
    waitingSince: waitingSince === undefined ? null : text(waitingSince),
    at: text(at),
  };
};

const text = (ms: number): string => new Date(ms).toISOString();
