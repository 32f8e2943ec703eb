import { type Egress, type EgressOptions, createEgress } from './egress';

export interface OwnEgress {
  readonly egressAllow: readonly string[];
  readonly dnsServers: readonly string[];
  readonly shortHosts: readonly string[];
  readonly publicUrl: string;
}

/** The client for URLs that users name, by the configuration. It never leads back to this installation. */
export const egressOf = (
  { egressAllow, dnsServers, shortHosts, publicUrl }: OwnEgress,
  more: Pick<EgressOptions, 'plainHttp'> = {},
): Egress =>
  createEgress({ allow: egressAllow, dnsServers, ownHosts: [...shortHosts, new URL(publicUrl).host], ...more });
