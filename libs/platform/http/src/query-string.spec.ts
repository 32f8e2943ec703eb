import { parseQuery, UNDECODABLE, withoutQueryKey } from './query-string';

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

describe('a URL without its API key', () => {
  it.each([
    ['/v1/links', '/v1/links'],
    ['/v1/links?', '/v1/links?'],
    ['/v1/links?api_key=a', '/v1/links'],
    ['/v1/links?a=%zz&api_key=a&b=%20+c&&api_key[]=a', '/v1/links?a=%zz&b=%20+c&'],
    ['/v1/links?api%5Fkey=a&b', '/v1/links?b'],
    ['/v1/links?api_keys=a&b=api_key&%zz', '/v1/links?api_keys=a&b=api_key&%zz'],
  ])('%s is %s', (url, without) => expect(withoutQueryKey(url)).toBe(without));
});
