import { UnknownCredentials } from './unknown-credentials';

describe('unknown credentials', () => {
  const setUp = () => {
    const clock = { now: 0 };
    return { clock, unknown: new UnknownCredentials(() => clock.now) };
  };

  it('are refused after 60 in a minute, with the time to wait', () => {
    const { clock, unknown } = setUp();
    for (let n = 0; n < 60; n += 1) expect(unknown.count('192.0.2.1')).toBe(0);
    clock.now = 20_000;
    expect(unknown.count('192.0.2.1')).toBe(40);
    expect(unknown.count('192.0.2.2')).toBe(0);
    clock.now = 60_000;
    expect(unknown.count('192.0.2.1')).toBe(0);
  });

  it('are limited by a clock that nobody sets', () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1e12);
    const steady = jest.spyOn(performance, 'now').mockReturnValue(0);
    const unknown = new UnknownCredentials();
    for (let n = 0; n <= 60; n += 1) unknown.count('192.0.2.1');
    clock.mockReturnValue(1e12 - 3_600_000);
    steady.mockReturnValue(60_000);
    expect(unknown.count('192.0.2.1')).toBe(0);
    jest.restoreAllMocks();
  });

  it('from one IPv6 subscriber are counted together', () => {
    const { unknown } = setUp();
    for (let n = 0; n < 60; n += 1) unknown.count(`2001:db8:1:2::${n.toString(16)}`);
    expect(unknown.count('2001:db8:1:2:ffff::1')).toBeGreaterThan(0);
    expect(unknown.count('2001:db8:1:3::1')).toBe(0);
  });
});
