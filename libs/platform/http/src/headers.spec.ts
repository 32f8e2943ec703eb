import { Rejection } from '@kernel';
import { etagOf, ifMatchOf, linkHeader, listOf, pageLinks, rateLimitHeaders, requireMatch, timeOrderedId } from '.';

describe('If-Match', () => {
  it.each([
    [undefined, undefined],
    ['*', '*'],
    [' * ', '*'],
    ['"7"', [7n]],
    ['"7", "8"', [7n, 8n]],
    ['W/"7"', []],
    ['"x"', []],
    ['""', []],
    ['"9223372036854775807"', [9223372036854775807n]],
    ['W/"1","2"', [2n]],
  ])('%j asks for %p', (header, wanted) => expect(ifMatchOf(header)).toEqual(wanted));

  it.each(['', '7', '"7', '"7",', '"7" "8"', '*,"7"'])('%j is refused', (header) =>
    expect(() => ifMatchOf(header)).toThrow(Rejection),
  );

  it('matches the revision it names, any revision with *, and never a weak tag', () => {
    const met = (header: string | undefined) => {
      try {
        requireMatch(ifMatchOf(header), 7n);
        return true;
      } catch (error) {
        expect(error).toMatchObject({ kind: 'stale', code: 'revision_mismatch' });
        return false;
      }
    };
    expect([undefined, '*', etagOf(7n), '"6", "7"', etagOf(6n), 'W/"7"', '"abc"'].map(met)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('rate-limit headers', () => {
  it('report the quota in both forms, with the wait rounded up', () => {
    expect(rateLimitHeaders({ limit: 100, remaining: 3, resetAt: 1_700_000_010_001, now: 1_700_000_000_500 })).toEqual({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '3',
      'x-ratelimit-reset': '1700000011',
      'ratelimit-policy': '"workspace";q=100;w=60',
      ratelimit: '"workspace";r=3;t=10',
    });
  });
});

describe('Link', () => {
  const of = (page: number, total: number) =>
    linkHeader('https://a.example', '/v1/links?limit=10&api_key=k', pageLinks({ page, limit: 10, total }));
  it('is absent when there is one page, and names only existing pages', () => {
    expect(pageLinks({ page: 1, limit: 10, total: 10 })).toEqual([]);
    expect(of(1, 11)).toBe(
      '<https://a.example/v1/links?limit=10&page=2>; rel="next", <https://a.example/v1/links?limit=10&page=2>; ' +
        'rel="last"',
    );
    expect(of(9, 11)).toBe(
      '<https://a.example/v1/links?limit=10&page=2>; rel="prev", <https://a.example/v1/links?limit=10&page=1>; ' +
        'rel="first"',
    );
  });
});

describe('a list whose total is a minimum', () => {
  const rels = (size: number, page: number, known: { more?: boolean } = {}) =>
    listOf({
      data: Array(size).fill({}),
      total: 100,
      total_is: 'minimum',
      page,
      limit: 10,
      ...known,
    }).options.links?.map(({ rel }) => rel);

  it('links to the next page while pages are full, and to no last page', () => {
    expect(rels(10, 1)).toEqual(['next']);
    expect(rels(10, 40)).toEqual(['next', 'prev', 'first']);
    expect(rels(3, 40)).toEqual(['prev', 'first']);
  });

  it('links to the next page of a full one only where a row is there, if that is known', () => {
    expect(rels(10, 40, { more: false })).toEqual(['prev', 'first']);
    expect(rels(10, 40, { more: true })).toEqual(['next', 'prev', 'first']);
  });
});

describe('ids', () => {
  it('sort by time and do not repeat', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => timeOrderedId('req', 1_700_000_000_000 + index));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(Array.from({ length: 5000 }, () => timeOrderedId('req', 1))).size).toBe(5000);
    expect(timeOrderedId('ws', 1_469_918_176_385)).toMatch(/^ws_01aryz6s41[0-9a-z]{16}$/);
  });
});
