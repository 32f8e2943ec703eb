import { type ClickRetention, retentionStart } from './retention';

const retention: ClickRetention = { free: 30, pro: 1, enterprise: 0 };
const now = Date.UTC(2026, 10, 21, 17, 30);

describe('the retention of clicks', () => {
  it('keeps whole days: today and those before it', () => {
    expect(retentionStart(retention, 'free', now)).toBe(Date.UTC(2026, 9, 22));
    expect(retentionStart(retention, 'pro', now)).toBe(Date.UTC(2026, 10, 20));
  });

  it('is the same for a whole day', () =>
    expect(retentionStart(retention, 'pro', Date.UTC(2026, 10, 21))).toBe(
      retentionStart(retention, 'pro', Date.UTC(2026, 10, 22) - 1),
    ));

  it('has no start when everything is kept', () => expect(retentionStart(retention, 'enterprise', now)).toBeNull());
});
