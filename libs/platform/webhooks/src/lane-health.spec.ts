import { type LaneHealth, hasFailedForGood, healthAfter, isProbing } from './lane-health';

const NEW: LaneHealth = { failures: 0, failed_deliveries: 0, healthy_at: '2026-11-01T00:00:00.000Z' };
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 1, hour)).toISOString();
/** A failed attempt, after which another one follows. */
const failed = (health: LaneHealth, hour: number): LaneHealth =>
  healthAfter(health, { succeeded: false, isLast: false, at: at(hour), exhaustedBefore: null });
/** The failed last attempt of a delivery. */
const exhausted = (health: LaneHealth, hour: number, exhaustedBefore: string | null = null): LaneHealth =>
  healthAfter(health, { succeeded: false, isLast: true, at: at(hour), exhaustedBefore });
const succeeded = (health: LaneHealth, hour: number): LaneHealth =>
  healthAfter(health, { succeeded: true, isLast: false, at: at(hour), exhaustedBefore: null });
const times = (count: number, health: LaneHealth, step: (health: LaneHealth) => LaneHealth): LaneHealth =>
  Array.from({ length: count }).reduce<LaneHealth>(step, health);

describe('the health of a lane', () => {
  it('makes it probe after five failures in a row, whichever deliveries they are of', () => {
    const four = times(4, NEW, (health) => failed(health, 1));
    expect(isProbing(four)).toBe(false);
    expect(isProbing(failed(four, 1))).toBe(true);
    expect(isProbing(succeeded(failed(four, 1), 2))).toBe(false);
  });

  it('counts a delivery when its last attempt has failed, and once until the next success', () => {
    expect(failed(NEW, 1).failed_deliveries).toBe(0);
    const once = exhausted(NEW, 1);
    expect(once.failed_deliveries).toBe(1);
    expect(exhausted(once, 2, at(1)).failed_deliveries).toBe(1);
    expect(exhausted(once, 2).failed_deliveries).toBe(2);
    const well = succeeded(once, 3);
    expect(well).toEqual({ failures: 0, failed_deliveries: 0, healthy_at: at(3) });
    expect(exhausted(well, 4, at(1)).failed_deliveries).toBe(1);
  });

  it('is lost by 20 exhausted deliveries and 24 hours without a success, and not by one of them', () => {
    const twenty = times(20, NEW, (health) => exhausted(health, 1));
    expect(hasFailedForGood(twenty, at(23))).toBe(false);
    expect(hasFailedForGood(twenty, at(24))).toBe(true);
    const nineteen = times(19, NEW, (health) => exhausted(health, 1));
    expect(hasFailedForGood(nineteen, at(48))).toBe(false);
    expect(
      hasFailedForGood(
        times(20, NEW, (health) => failed(health, 1)),
        at(48),
      ),
    ).toBe(false);
  });
});
