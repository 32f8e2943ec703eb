import { AddressLimit } from './address-limit';
import { DayLimit, MinuteLimit } from './minute-limit';

describe('a limit by the minute', () => {
  it('lets each name have so many in a minute, and says how long to wait', () => {
    let now = 0;
    const limit = new MinuteLimit(2, () => now);
    expect([limit.count('a'), limit.count('a'), limit.count('b')]).toEqual([0, 0, 0]);
    now = 20_000;
    expect([limit.count('a'), limit.count('b'), limit.count('c')]).toEqual([40, 0, 0]);
    now = 59_999;
    expect(limit.count('a')).toBe(0.001);
    now = 60_000;
    expect(limit.count('a')).toBe(0);
  });

  it('goes by a clock that nobody sets', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1e12);
    const steady = jest.spyOn(performance, 'now').mockReturnValue(0);
    const limit = new MinuteLimit(1);
    expect(limit.count('a')).toBe(0);
    clock.mockReturnValue(1e12 - 3_600_000);
    steady.mockReturnValue(60_000);
    expect(limit.count('a')).toBe(0);
    jest.restoreAllMocks();
  });

  it('may be one by the day', () => {
    let now = 0;
    const limit = new DayLimit(1, () => now);
    limit.count('a');
    now = 3_600_000;
    expect(limit.count('a')).toBe(23 * 3_600);
    now = 86_400_000;
    expect(limit.count('a')).toBe(0);
  });

  it('counts the addresses of one IPv6 network together', () => {
    const limit = new AddressLimit(1, () => 0);
    expect(['2001:db8::1', '2001:db8::2', '2001:db8:1::1', '192.0.2.1'].map((one) => limit.count(one) > 0)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
