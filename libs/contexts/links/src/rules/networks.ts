import ipaddr from 'ipaddr.js';

/**
 * Whether an address lies in one of these. An IPv4 address is the same one in its IPv6 form (`::ffff:192.0.2.1`).
 * The returned function is false for a text that is not an address.
 * @param networks addresses and networks (CIDR), valid ones
 */
export const withinNetworks = (networks: readonly string[]): ((address: string) => boolean) => {
  const ranges = networks.map(rangeOf);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const groups = address instanceof ipaddr.IPv6 ? address.parts : pairsOf(address.octets);
    return ranges.some((range) => isIn(range, groups));
  };
};

/**
 * Whether a text is an address or a network in CIDR notation, as people write them: `127.1` and `0x7f.0.0.1` are not.
 */
export const isNetwork = (text: string): boolean => {
  const [address = '', ...rest] = text.split('/');
  if (address.includes('%') || !(ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)))
    return false;
  return rest.length === 0 || (/^\d{1,3}$/.test(rest.join('/')) && ipaddr.isValidCIDR(text));
};

/** The numbers of 16 bits that an address is made of: two of IPv4, eight of IPv6. */
type Groups = readonly number[];

interface Range {
  readonly groups: Groups;
  /** How many bits of an address have to be the same. */
  readonly bits: number;
}

const GROUP_BITS = 16;
/** What an IPv4 address begins with in its IPv6 form. */
const MAPPED: Groups = [0, 0, 0, 0, 0, 0xffff];
const MAPPED_BITS = MAPPED.length * GROUP_BITS;

const pairsOf = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Groups => [a * 256 + b, c * 256 + d];

const isIn = ({ groups, bits }: Range, address: Groups): boolean => {
  if (groups.length !== address.length) return false;
  for (let nth = 0, left = bits; left > 0; nth += 1, left -= GROUP_BITS) {
    const differing = (groups[nth] ?? 0) ^ (address[nth] ?? 0);
    if (differing >> Math.max(GROUP_BITS - left, 0) !== 0) return false;
  }
  return true;
};

/**
 * A link may have thousands of networks, and is prepared for a visit whenever it is not remembered. So these are read
 * here: they are known to be valid, and to find that out again takes ipaddr.js most of its time.
 */
const rangeOf = (network: string): Range => {
  if (network.includes('%')) return rangeOf(network.replace(/%[^/]*/, ''));
  const slash = network.indexOf('/');
  const groups = groupsOf(slash < 0 ? network : network.slice(0, slash));
  const bits = slash < 0 ? groups.length * GROUP_BITS : Number(network.slice(slash + 1));
  const isMapped = bits >= MAPPED_BITS && MAPPED.every((group, nth) => group === groups[nth]);
  return isMapped ? { groups: groups.slice(MAPPED.length), bits: bits - MAPPED_BITS } : { groups, bits };
};

const groupsOf = (address: string): Groups => {
  const colon = address.lastIndexOf(':');
  if (!address.includes('.')) return hexadecimal(address, 8);
  const four = dotted(address, colon + 1);
  if (colon < 0) return four;
  // The deprecated form `::192.0.2.1` is read as `::ffff:192.0.2.1`, as ipaddr.js does.
  return [...(colon === 1 ? MAPPED : hexadecimal(address.slice(0, colon + 1), 6)), ...four];
};

const [DOT, NINE, COLON, X] = [0x2e, 0x39, 0x3a, 0x78];

/** Negative for other characters than digits of an address. */
const digitOf = (code: number): number => (code <= NINE ? code - 0x30 : (code | 0x20) - 0x57);

/** The end of an IPv6 address may have its bytes as `0x7f`. */
const dotted = (text: string, from: number): Groups => {
  let [all, byte, base] = [0, 0, 10];
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT) [all, byte, base] = [all * 256 + byte, 0, 10];
    else if ((code | 0x20) === X) base = 16;
    else byte = byte * base + digitOf(code);
  }
  return [(all >> 8) & 0xffff, ((all & 0xff) << 8) + byte];
};

/** @param count how many groups there are, with those that `::` stands for */
const hexadecimal = (text: string, count: number): Groups => {
  const groups = new Array<number>(count).fill(0);
  let [found, gap, start, group] = [0, 0, 0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const digit = digitOf(text.charCodeAt(at));
    if (digit >= 0) {
      group = group * 16 + digit;
      continue;
    }
    if (at > start) groups[found++] = group;
    if (text.charCodeAt(at + 1) === COLON) gap = found;
    [start, group] = [at + 1, 0];
  }
  return found < count ? groups.copyWithin(gap + count - found, gap, found).fill(0, gap, gap + count - found) : groups;
};
