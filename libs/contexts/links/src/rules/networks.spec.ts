import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { isNetwork, withinNetworks } from './networks';
import { compileRules } from './rules';

/** As ipaddr.js reads a network. */
const rangeOf = (network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
  const whole = ipaddr.parse(network.split('/')[0] ?? '');
  const [address, bits] = network.includes('/')
    ? ipaddr.parseCIDR(network)
    : [whole, whole.kind() === 'ipv4' ? 32 : 128];
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96
    ? [address.toIPv4Address(), bits - 96]
    : [address, bits];
};

const isWithin = (network: string, text: string): boolean => {
  const [range, bits] = rangeOf(network);
  const address = ipaddr.process(text);
  return range.kind() === address.kind() && address.match(range, bits);
};

/** The address of a network with one bit changed; a bit that is not in the address changes nothing. */
const beside = (network: string, bit: number): string => {
  const bytes = rangeOf(network)[0].toByteArray();
  return ipaddr
    .fromByteArray(bytes.map((byte, nth) => (nth === bit >> 3 ? byte ^ (0x80 >> (bit & 7)) : byte)))
    .toString();
};

describe('networks', () => {
  const group = fc.oneof(
    fc.constantFrom('0', '0000', 'ffff', 'FFFF', '1', '8000'),
    fc.stringMatching(/^[\da-fA-F]{1,4}$/),
  );
  const four = fc.oneof(fc.ipV4(), fc.constantFrom('0.0.0.0', '255.255.255.255', '127.0.0.1', '128.0.0.0'));
  const odd = fc.stringMatching(/^(0?\d|0?[1-9]\d|0x[\da-fA-F]{1,2})(\.(0?\d|0?[1-9]\d|0x[\da-f]{1,2})){3}$/);
  const start = fc.constantFrom(
    '::ffff:',
    '::FFFF:',
    '0:0:0:0:0:ffff:',
    '0::ffff:',
    '::',
    '64:ff9b::',
    '::1:',
    '1::2:',
    '1:2:3:4:5:6:',
    '1:2:3:4:5::',
  );
  const six = fc.oneof(
    fc.ipV6(),
    fc.array(group, { minLength: 8, maxLength: 8 }).map((all) => all.join(':')),
    fc
      .tuple(fc.array(group, { maxLength: 7 }), fc.nat(7))
      .map(([some, at]) => `${some.slice(0, at).join(':')}::${some.slice(at).join(':')}`),
    fc.tuple(start, fc.oneof(four, odd)).map((parts) => parts.join('')),
    fc.tuple(fc.constantFrom('::ffff:', '0:0:0:0:0:FFFF:'), group, group).map(([mapped, a, b]) => `${mapped}${a}:${b}`),
  );
  const length = fc.oneof(
    fc.nat(128).map((bits) => `/${bits}`),
    fc.constantFrom('', '/0', '/32', '/96', '/128', '/08'),
  );
  const network = fc
    .tuple(fc.oneof(four, six), length)
    .map((parts) => parts.join(''))
    .filter(isNetwork);
  const form = fc.constantFrom<(address: string) => string>(
    (address) => address,
    (address) => (address.includes(':') ? `${address}%eth0` : `::ffff:${address}`),
  );

  it('have the addresses that they have by ipaddr.js', () => {
    const hits = { true: 0, false: 0 };
    fc.assert(
      fc.property(network, fc.nat(140), fc.oneof(four, six), form, (one, bit, other, write) => {
        fc.pre(ipaddr.isValid(other));
        for (const address of [write(beside(one, bit)), other]) {
          const expected = isWithin(one, address);
          expect({ one, address, is: withinNetworks([one])(address) }).toEqual({ one, address, is: expected });
          hits[`${expected}`] += 1;
        }
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(hits.true, hits.false)).toBeGreaterThan(1_000);
  });

  it.each([
    ['fe80::1%eth0', 'fe80::1', true],
    ['fe80::1%eth0/64', 'fe80::2%eth1', true],
    ['fe80::1%eth0', 'fe80::2%eth0', false],
  ])('of a zone, %s, are those of every zone', (one, address, expected) => {
    expect(isWithin(one, address)).toBe(expected);
    expect(withinNetworks([one])(address)).toBe(expected);
  });

  const made = (write: (a: number, b: number) => string) =>
    Array.from({ length: 2_000 }, (_, nth) => write(nth >> 8, nth & 0xff));
  it.each([
    ['IPv4', made((a, b) => `203.${a}.${b}.128/25`)],
    ['IPv6', made((a, b) => `2001:db8:${a}:${b}::/64`)],
    ['IPv4 in their IPv6 form', made((a, b) => `::ffff:203.${a}.${b}.128/121`)],
  ])('of %s are prepared without ipaddr.js, which takes many times as long', (_, ip) => {
    const theirs = [
      ...(['parse', 'parseCIDR', 'process', 'isValid', 'isValidCIDR'] as const).map((name) => jest.spyOn(ipaddr, name)),
      ...[ipaddr.IPv4, ipaddr.IPv6].flatMap((kind) => [jest.spyOn(kind, 'isValid'), jest.spyOn(kind, 'parse')]),
    ];
    const rules = Array.from({ length: 20 }, (__, nth) => ({ if: { ip: ip.slice(nth * 100, (nth + 1) * 100) } }));
    compileRules(rules);
    expect(theirs.map(({ mock }) => mock.calls.length)).toEqual(theirs.map(() => 0));
    expect(ip.every(isNetwork)).toBe(true);
    expect(theirs.some(({ mock }) => mock.calls.length > 0)).toBe(true);
    jest.restoreAllMocks();
  });
});
