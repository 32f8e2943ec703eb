import { parseQuery, UNDECODABLE } from './query-string';

describe('a query', () => {
  it('is refused for the first escape that is none, without a look at thousands of others', async () => {
    const text = '%&'.repeat(7_500);
    for (let n = 0; n < 1_000; n += 1) {
      expect(UNDECODABLE in parseQuery(text)).toBe(true);
      // A test's time limit is only checked between event loop turns.
      await new Promise(setImmediate);
    }
  }, 15_000);

  it('has at most a thousand parameters', () => {
    expect(UNDECODABLE in parseQuery(Array.from({ length: 1_000 }, (_, n) => `a${n}`).join('&'))).toBe(false);
    expect(UNDECODABLE in parseQuery(Array.from({ length: 1_001 }, (_, n) => `a${n}`).join('&'))).toBe(true);
  });
});
