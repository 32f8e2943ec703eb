import ipaddr from 'ipaddr.js';

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** What the operator allows in `EGRESS_ALLOW`, beside the public internet. */
export class Exceptions {
  private readonly names: ReadonlySet<string>;
  private readonly networks: readonly Network[];

  /** @param allowed addresses, networks such as `10.0.0.0/8`, and host names in lower case */
  constructor(allowed: readonly string[]) {
    const networks = allowed.map(networkOf);
    this.names = new Set(allowed.filter((_, index) => networks[index] === null));
    this.networks = networks.filter((network) => network !== null);
  }

  hasName(host: string): boolean {
    return this.names.has(host);
  }

  hasAddress(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.networks.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match([base, bits]));
  }
}

/** Null for a host name. */
const networkOf = (text: string): Network | null => {
  const [address = '', bits] = text.split('/');
  if (!ipaddr.isValid(address)) return null;
  if (bits !== undefined) return ipaddr.parseCIDR(text);
  const single = ipaddr.process(address);
  return [single, single.kind() === 'ipv4' ? 32 : 128];
};
