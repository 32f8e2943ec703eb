import ipaddr from 'ipaddr.js';

const V4_BITS = 24;
const V6_BITS = 48;

/** The network of an address, too coarse to name a household: `192.0.2.0/24`, `2001:db8:1::/48`; null if invalid. */
export const networkOf = (address: string): string | null => {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? V4_BITS : V6_BITS;
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
};
