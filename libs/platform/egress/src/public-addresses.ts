import ipaddr from 'ipaddr.js';

/** What IANA has assigned as global unicast. Everything else in IPv6 is special, or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses in public space by which a cloud's machines reach the cloud itself, and which no others reach. */
const OF_CLOUDS: readonly string[] = [
  // Azure's agents, name servers and DHCP: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16',
];

/**
 * Whether an address is one of the public internet. An IPv4 address inside IPv6 (`::ffff:10.0.0.1`) is judged as
 * itself. Addresses that other machines translate to IPv4 (NAT64, 6to4, Teredo) are not public, because the guard
 * cannot know where they lead.
 */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || OF_CLOUDS.includes(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
};
