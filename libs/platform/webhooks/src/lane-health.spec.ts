import { type LaneHealth, hasFailedForGood, healthAfter, isProbing } from './lane-health';

const NEW: LaneHealth = { failures: 0, failed_deliveries: 0, healthy_at: '2026-11-01T00:00:00.000Z' };
const at = (hour: number): string => new Date(Date.UTC(2026, 10, 1, hour)).toISOString();
const failed = (health: LaneHealth, hour: number, failedBefore: string | null = null): LaneHealth =>
  healthAfter(health, { succeeded: false, at: at(hour), failedBefore });
const times = (count: number, health: LaneHealth, step: (health: LaneHealth) => LaneHealth): LaneHealth =>
  Array.from({ length: count }).reduce<LaneHealth>(step, health);

describe('the health of a lane', () => {
  it('makes it probe after five failures in a row, whichever deliveries they are of', () => {
    const four = times(4, NEW, (health) => failed(health, 1, at(0)));
    expect(isProbing(four)).toBe(false);
    expect(isProbing(failed(four, 1))).toBe(true);
    expect(isProbing(healthAfter(failed(four, 1), { succeeded: true, at: at(2), failedBefore: null }))).toBe(false);
  });

  it('counts a delivery once until the next success', () => {
    const once = failed(NEW, 1);
    expect(failed(once, 2, at(1)).failed_deliveries).toBe(1);
    expect(failed(once, 2).failed_deliveries).toBe(2);
    const well = healthAfter(once, { succeeded: true, at: at(3), failedBefore: null });
    expect(well).toEqual({ failures: 0, failed_deliveries: 0, healthy_at: at(3) });
    expect(failed(well, 4, at(1)).failed_deliveries).toBe(1);
  });

  it('is lost by 20 failed deliveries and 24 hours without a success, and not by one of them', () => {
    const twenty = times(20, NEW, (health) => failed(health, 1));
    expect(hasFailedForGood(twenty, at(23))).toBe(false);
    expect(hasFailedForGood(twenty, at(24))).toBe(true);
    expect(
      hasFailedForGood(
        times(19, NEW, (health) => failed(health, 1)),
        at(48),
      ),
    ).toBe(false);
  });
});
