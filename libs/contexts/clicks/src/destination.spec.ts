import * as fc from 'fast-check';
import { assembleDestination, type DestinationRules, readQuery, withoutKeys } from './destination';

const rules = (fields: Partial<DestinationRules>): DestinationRules => ({
  destination_url: 'https://example.com/a',
  forward_query: true,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  ...fields,
});
const to = (fields: Partial<DestinationRules>, query = '') => assembleDestination(rules(fields), query).destination;

describe('the destination', () => {
  it("is the link's, untouched, when there is nothing to add", () =>
    expect(to({ destination_url: 'https://example.com?x#y#z' })).toBe('https://example.com?x#y#z'));

  it.each([
    ['https://example.com/a', 'https://example.com/a?b=1'],
    ['https://example.com/a?c=2', 'https://example.com/a?c=2&b=1'],
    ['https://example.com/a?', 'https://example.com/a?b=1'],
    ['https://example.com/a?c=2#top?d', 'https://example.com/a?c=2&b=1#top?d'],
    ['https://example.com#top', 'https://example.com?b=1#top'],
  ])("%s takes the visitor's query before its fragment", (destination_url, whole) =>
    expect(to({ destination_url }, 'b=1')).toBe(whole),
  );

  it('gets no query when it is not to be forwarded', () =>
    expect(to({ forward_query: false }, 'b=1')).toBe('https://example.com/a'));

  it("cuts a visitor's utm values to a link's limits and to what a database can hold", () => {
    const { destination, utm_source, utm_term } = assembleDestination(
      rules({}),
      `utm_source=${'x'.repeat(300)}&utm_term=a%00b`,
    );
    expect([utm_source, utm_term]).toEqual(['x'.repeat(255), 'ab']);
    expect(destination).toContain('x'.repeat(300));
  });

  it("has the link's utm values unless visitor or destination bring their own", () => {
    const link = {
      destination_url: 'https://example.com/a?utm_medium=own',
      utm_source: 'a b&c',
      utm_medium: 'link',
      utm_term: 'link',
    };
    expect(assembleDestination(rules(link), 'utm_term=visitor')).toEqual({
      destination: 'https://example.com/a?utm_medium=own&utm_term=visitor&utm_source=a%20b%26c',
      utm_source: 'a b&c',
      utm_medium: 'own',
      utm_campaign: null,
      utm_term: 'visitor',
      utm_content: null,
    });
  });

  it('fits a header whatever the visitor typed', () => {
    expect(to({ destination_url: 'https://例え.jp/パス' })).toBe('https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9');
    expect(to({}, 'q=\u00e4\u0080')).toBe('https://example.com/a?q=%E4%80');
  });
});

describe('the destination of any link and any visit', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const pairs = fc.array(fc.tuple(fc.oneof(word, fc.constantFrom('utm_source', 'utm_term')), word), { maxLength: 4 });
  const textOf = (list: readonly (readonly [string, string])[]) => list.map((pair) => pair.join('=')).join('&');
  const utm = fc.option(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }));

  it('has its own query first, then that of the visitor, then utm values that neither has, and its fragment', () =>
    fc.assert(
      fc.property(pairs, pairs, fc.option(word), utm, fc.boolean(), (own, sent, top, utm_source, forward_query) => {
        const fragment = top === null ? '' : `#${top}`;
        const question = own.length > 0 ? `?${textOf(own)}` : '';
        const destination_url = `https://example.com/a${question}${fragment}`;
        const merged = new URL(to({ destination_url, forward_query, utm_source }, textOf(sent)));
        const before = [...own, ...(forward_query ? sent : [])];
        const filled = utm_source !== null && !before.some(([name]) => name === 'utm_source');
        expect([...merged.searchParams]).toEqual([...before, ...(filled ? [['utm_source', utm_source]] : [])]);
        expect([merged.origin, merged.pathname, merged.hash]).toEqual(['https://example.com', '/a', fragment]);
      }),
    ));

  it('fits a header, and stays on its host, whatever the visitor sends', () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)) }),
        (sent) => {
          const merged = to({ destination_url: 'https://example.com/a#top' }, readQuery(sent).forwarded);
          expect(merged).toMatch(/^https:\/\/example\.com\/a(\?[\x21-\x7e]*)?#top$/);
        },
      ),
    ));
});

describe("the visitor's query", () => {
  it.each([
    ['', 'link', ''],
    ['qr=1', 'qr', ''],
    ['a=b&qr=1&c', 'qr', 'a=b&c'],
    ['qr=10', 'link', 'qr=10'],
    ['xqr=1', 'link', 'xqr=1'],
  ])('%j comes by %s and passes on %j', (query, trigger, forwarded) =>
    expect(readQuery(query)).toEqual({ trigger, forwarded }),
  );

  it('never passes on an API key', () =>
    expect(readQuery(`api_key=svc_live_${'A'.repeat(49)}&a=b`).forwarded).toBe('api_key=redacted&a=b'));

  it('passes on words that begin like one', () =>
    expect(readQuery('utm_source=svc_billing_newsletter').forwarded).toBe('utm_source=svc_billing_newsletter'));
});

describe('an API key that a visitor sends along', () => {
  const random = 'A1b2C3d4E5f6G7h8J9k0';
  const key = `svc_live_${random}`;
  const encoded = [...key].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('');

  it.each([
    ['as it is', key],
    ['with an encoded underscore', `svc%5Flive_${random}`],
    ['with encoded letters', `s%76c_live_${random}`],
    ['with an encoded random part', `svc_live_%41${random.slice(1)}`],
    ['encoded throughout', encoded],
    ['encoded twice', encoded.replaceAll('%', '%25')],
    ['encoded four times', encoded.replaceAll('%', '%252525')],
    ['encoded twenty times', encoded.replaceAll('%', `%${'25'.repeat(19)}`)],
    ['with encoded digits of escapes', encoded.replaceAll('%7', '%%37').replaceAll('%6', '%2%35%3%36')],
  ])('is not passed on %s', (_, sent) => {
    const { forwarded } = readQuery(`a=b%20c&api_key=${sent}&d=%C3%BC`);
    expect(forwarded).not.toContain(random.slice(2));
    expect(decodeURIComponent(decodeURIComponent(forwarded))).not.toContain(random.slice(2));
    expect(forwarded).toMatch(/^a=b%20c&api_key=redacted[^&]*&d=%C3%BC$/);
  });

  it('leaves the record valid when it is removed', () => {
    const record = JSON.stringify(['a"b', `https://x.example/?k="svc%5Flive_${random}"\\`, 'c%41']);
    const kept = JSON.parse(withoutKeys(record)) as string[];
    expect(kept[0]).toBe('a"b');
    expect(kept[2]).toBe('c%41');
    expect(kept[1]).toContain('redacted');
  });
});

it('takes two thousand long queries in time linear in their length', async () => {
  const query = `a=%41&b=${'x'.repeat(15_000)}`;
  for (let n = 0; n < 2_000; n += 1) {
    expect(readQuery(query).forwarded).toBe(query);
    // A test's time limit is only checked between event loop turns.
    await new Promise(setImmediate);
  }
});

describe("the search for encoded keys in a visitor's query", () => {
  afterEach(() => jest.restoreAllMocks());

  it('calls no function per letter, however many are percent-encoded', () => {
    const calls = [jest.spyOn(globalThis, 'parseInt'), jest.spyOn(String, 'fromCharCode')];
    const query = '%41'.repeat(5_000);
    expect(readQuery(query).forwarded).toBe(query);
    expect(calls.reduce((sum, spy) => sum + spy.mock.calls.length, 0)).toBeLessThan(10);
  });

  it('finds exactly the words that hide a key once nothing in them is encoded any more', () => {
    const piece = fc.constantFrom(
      ...['svc_', 'live', '_', 'A1b2C3d4', 's', 'x', '%', '%2', '%5F', '%5f', '%255F', '%25255F', '%2525255F'],
      ...['%%35F', '%2%35'],
      ...['%73vc', '%C3%BC', '%26', '&', '=', ' ', '/', '"', '\\', '\u4e2d', '%7'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(withoutKeys(pieces.join(''))).toBe(wordByWord(pieces.join('')));
      }),
      { numRuns: 5_000 },
    );
  });
});

/** The same by the plainest means. */
const wordByWord = (text: string): string =>
  text.replace(/svc_[a-z]+_(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{8,}/g, 'redacted').replace(/[^&=?#/;,"\\\s]+/g, (word) => {
    let decoded = word;
    for (let before = ''; before !== decoded;) {
      before = decoded;
      decoded = before.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
    }
    return /svc_[a-z]+_(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{8,}/.test(decoded) ? 'redacted' : word;
  });
