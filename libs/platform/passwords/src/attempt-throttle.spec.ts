import { AttemptThrottle } from './attempt-throttle';

const subjects = [{ name: 'link_1', most: 10 }];

describe('an attempt', () => {
  it.each([
    ['unavailable, while others that may be right fill the limit', -1, 'unavailable', '1'],
    ['limited, once as many were wrong', 40_000, 'rate_limited', '40'],
  ])('is %s', async (_, wait, code, after) => {
    const rows = [{ waits: [wait] }] as never[];
    const begun = new AttemptThrottle({ query: async () => ({ rows }) }).begin(subjects);
    await expect(begun).rejects.toMatchObject({ code, headers: { 'retry-after': after } });
  });
});
