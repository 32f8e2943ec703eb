import ipaddr from 'ipaddr.js';

/** What IANA has assigned as global unicast. Everything else in IPv6 is special, or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is one of the public internet. An IPv4 address inside IPv6 (`::ffff:10.0.0.1`) is judged as
 * itself. Addresses that other machines translate to IPv4 (NAT64, 6to4, Teredo) are not public, because the guard
 * cannot know where they lead.
 */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
};
