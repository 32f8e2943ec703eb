import { STEPS, retryAfterMs, waitAfter } from './schedule';

const HOUR = 3_600_000;

describe('the retry schedule', () => {
  it('is ten attempts in some 75 hours', () => {
    expect(STEPS).toHaveLength(10);
    const hours = STEPS.reduce((sum, wait) => sum + wait, 0) / HOUR;
    expect(hours).toBeGreaterThan(75);
    expect(hours).toBeLessThan(76);
    expect(waitAfter(10)).toBeUndefined();
    expect(waitAfter(10, { retryAfterMs: 1 })).toBeUndefined();
  });

  it('varies each wait by up to a fifth', () => {
    expect(waitAfter(1, { random: () => 0 })).toBe(4_000);
    expect(waitAfter(1, { random: () => 0.5 })).toBe(5_000);
    expect(waitAfter(9, { random: () => 1 })).toBe(28.8 * HOUR);
  });

  it('heeds what an endpoint asks for between once and twice the step', () => {
    expect(waitAfter(1, { retryAfterMs: 0 })).toBe(5_000);
    expect(waitAfter(1, { retryAfterMs: 7_000 })).toBe(7_000);
    expect(waitAfter(1, { retryAfterMs: HOUR })).toBe(10_000);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-22T10:00:00.000Z');

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    ['2026', 2_026_000],
    ['', undefined],
    [undefined, undefined],
  ])('%j is %j milliseconds', (header, expected) => expect(retryAfterMs(header, now)).toBe(expected));
});
