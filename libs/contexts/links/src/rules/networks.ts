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
    return ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));
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

type Range = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

const MAPPED_BITS = 96;

const rangeOf = (network: string): Range => {
  const [address, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : wholeAddress(network);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS
    ? [address.toIPv4Address(), bits - MAPPED_BITS]
    : [address, bits];
};

const wholeAddress = (text: string): Range => {
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};
