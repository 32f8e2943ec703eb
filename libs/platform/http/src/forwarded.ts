/** Some balancers append the port (`192.0.2.1:443`, `[2001:db8::1]:443`), which differs for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** One address of X-Forwarded-For, without its port. */
export const withoutPort = (hop: string): string => {
  const [, v4, v6] = WITH_PORT.exec(hop) ?? [];
  return v4 ?? v6 ?? hop;
};

/**
 * The address to count by: an IPv4 address, or the /64 network of an IPv6 address, since one subscriber has all of it.
 */
export const subscriberNetworkOf = (address: string): string => {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = 8 - groups.length - (tail ? tail.split(':').length : 0);
  return (address.includes('::') ? [...groups, ...Array<string>(Math.max(0, missing)).fill('0')] : groups)
    .slice(0, 4)
    .join(':');
};
