/** Some balancers append the port (`192.0.2.1:443`, `[2001:db8::1]:443`), which differs for each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** One address of X-Forwarded-For, without its port. */
export const withoutPort = (hop: string): string => {
  const [, v4, v6] = WITH_PORT.exec(hop) ?? [];
  return v4 ?? v6 ?? hop;
};
