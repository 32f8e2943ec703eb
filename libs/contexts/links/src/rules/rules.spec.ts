import fc from 'fast-check';
import { isNetwork, withinNetworks } from './networks';
import { type VisitFacts, compileRules } from './rules';

const NOW = '2026-01-15T12:00:00.000Z';

const visitWith = (facts: Partial<Record<keyof VisitFacts, string>> = {}): VisitFacts => ({
  now: NOW,
  device: () => facts.device ?? '',
  os: () => facts.os ?? '',
  browser: () => facts.browser ?? '',
  language: () => facts.language ?? '',
  country: () => facts.country ?? '',
  address: () => facts.address ?? '',
  query: () => new URLSearchParams(facts.query ?? ''),
});

const holds = (conditions: object, visit = visitWith()): boolean => compileRules([{ if: conditions }])(visit) === 0;

describe('a condition', () => {
  it.each<[string, object, Partial<Record<keyof VisitFacts, string>>, boolean]>([
    ['of a device', { device: 'mobile' }, { device: 'mobile' }, true],
    ['of another device', { device: 'mobile' }, { device: 'desktop' }, false],
    ['of one device of several', { device: ['tablet', 'mobile'] }, { device: 'mobile' }, true],
    ['of an unknown device', { device: 'mobile' }, {}, false],
    ['of a system in another case', { os: 'IOS' }, { os: 'iOS' }, true],
    ['of a browser in another case', { browser: 'safari' }, { browser: 'Safari' }, true],
    ['of a part of a browser', { browser: 'Chrome' }, { browser: 'Chrome WebView' }, false],
    ['of a language', { language: 'de' }, { language: 'de' }, true],
    ['of a language with a region', { language: 'de' }, { language: 'de-AT' }, true],
    ['of a language that begins alike', { language: 'de' }, { language: 'den' }, false],
    ['of a region', { language: 'pt-br' }, { language: 'pt-BR' }, true],
    ['of another region', { language: 'pt-BR' }, { language: 'pt-PT' }, false],
    ['of a region that is not named', { language: 'pt-BR' }, { language: 'pt' }, false],
    ['of a country', { country: ['de', 'at'] }, { country: 'AT' }, true],
    ['of an unknown country', { country: 'DE' }, {}, false],
    ['of an address', { ip: '192.0.2.7' }, { address: '192.0.2.7' }, true],
    ['of an address in its IPv6 form', { ip: '192.0.2.7' }, { address: '::ffff:192.0.2.7' }, true],
    ['of a network in its IPv6 form', { ip: '::ffff:192.0.2.0/120' }, { address: '192.0.2.7' }, true],
    ['of a network', { ip: ['10.0.0.0/8', '192.0.2.0/24'] }, { address: '192.0.2.255' }, true],
    ['of another network', { ip: '192.0.2.0/24' }, { address: '192.0.3.0' }, false],
    ['of an IPv6 network', { ip: '2001:db8::/32' }, { address: '2001:db8:1::7' }, true],
    ['of all of IPv6, for IPv4', { ip: '::/0' }, { address: '192.0.2.7' }, false],
    ['of an address, without one', { ip: '0.0.0.0/0' }, { address: 'nonsense' }, false],
    ['of a parameter', { query: { ref: 'a b' } }, { query: 'x=1&ref=a+b' }, true],
    ['of a later occurrence of it', { query: { ref: 'b' } }, { query: 'ref=a&ref=%62' }, true],
    ['of its name in another case', { query: { Ref: 'a' } }, { query: 'ref=a' }, false],
    ['of its presence', { query: { ref: true } }, { query: 'ref' }, true],
    ['of its absence', { query: { ref: true } }, { query: 'xref=1' }, false],
    ['of two parameters, of which one is there', { query: { a: '1', b: true } }, { query: 'a=1' }, false],
    ['of an instant that is now', { after: NOW }, {}, true],
    ['of an instant to come', { after: '2026-01-15T12:00:00.001Z' }, {}, false],
    ['until now', { before: NOW }, {}, false],
    ['until a millisecond from now', { before: '2026-01-15T12:00:00.001Z' }, {}, true],
    ['of two kinds, both true', { device: 'mobile', country: 'DE' }, { device: 'mobile', country: 'DE' }, true],
    ['of two kinds, one true', { device: 'mobile', country: 'DE' }, { device: 'mobile', country: 'FR' }, false],
    ['that this version does not know', { weather: 'rain' }, {}, false],
    ['of a name that every object has', { constructor: 'x' }, {}, false],
  ])('%s is judged', (_, conditions, facts, expected) => expect(holds(conditions, visitWith(facts))).toBe(expected));

  it('asks for nothing that no condition names', () => {
    const dear = () => {
      throw new Error('not asked for');
    };
    const visit = { ...visitWith({ device: 'desktop' }), country: dear, address: dear, query: dear };
    expect(holds({ device: 'mobile', country: 'DE' }, visit)).toBe(false);
    expect(holds({ after: NOW }, visit)).toBe(true);
  });
});

describe('rules', () => {
  const device = fc.constantFrom('mobile', 'tablet', 'desktop');
  const country = fc.constantFrom('DE', 'AT', 'FR');
  const some = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.uniqueArray(value, { minLength: 1 }));
  const conditions = fc.record({ device: some(device), country: some(country) }, { requiredKeys: [] });
  const visit = fc.record({ device, country });
  const includes = (wanted: string | readonly string[] | undefined, fact: string): boolean =>
    wanted === undefined || [wanted].flat().includes(fact);

  it('are decided by the first that holds, of any number in any order', () =>
    fc.assert(
      fc.property(fc.array(conditions, { maxLength: 20 }), visit, (all, facts) => {
        const expected = all.findIndex(
          (one) => includes(one.device, facts.device) && includes(one.country, facts.country),
        );
        expect(compileRules(all.map((one) => ({ if: one })))(visitWith(facts))).toBe(expected);
      }),
    ));

  it('are decided alike in whatever order a store keeps the conditions', () =>
    fc.assert(
      fc.property(conditions, visit, (one, facts) => {
        const reversed = Object.fromEntries(Object.entries(one).reverse());
        expect(holds(reversed, visitWith(facts))).toBe(holds(one, visitWith(facts)));
      }),
    ));

  it('never fail on what visitors send', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const facts = visitWith({ device: text, language: text, country: text, address: text, query: text });
        const all = { device: 'mobile', language: 'de', country: 'DE', ip: '::/0', query: { a: true } } as const;
        for (const [name, wanted] of Object.entries(all))
          expect(typeof holds({ [name]: wanted }, facts)).toBe('boolean');
      }),
    ));
});

describe('a network', () => {
  it.each(['192.0.2.1', '192.0.2.0/24', '10.1.2.3/8', '::1', '2001:db8::/32', '::ffff:192.0.2.1', '0.0.0.0/0'])(
    'may be %s',
    (text) => expect(isNetwork(text)).toBe(true),
  );

  it.each([
    '',
    'x',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '192.0.2.256',
    '192.0.2.0/33',
    '::/129',
    '192.0.2.0/',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
    ' ::1',
    '192.0.2.0/255.255.255.0',
  ])('is not %j', (text) => expect(isNetwork(text)).toBe(false));

  it('has every address in it, and each address is a network', () =>
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        fc.pre(isNetwork(address));
        expect(withinNetworks([address])(address)).toBe(true);
        expect(withinNetworks(['0.0.0.0/0', '::/0'])(address)).toBe(true);
      }),
    ));
});
