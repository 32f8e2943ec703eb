import { type Command, type Decider, type Event, type Metadata, Rejection } from '@kernel';

export const HOSTNAME_CATEGORY = 'hostname';

/** @param hostname in its canonical form @param digest as for `domainIdOf` */
export const hostnameStream = (hostname: string, digest: (text: string) => string): string =>
  `${HOSTNAME_CATEGORY}-${digest(hostname)}`;

interface Held {
  readonly hostname: string;
  readonly domain_id: string;
}

export type HostnameClaimed = Event<'HostnameClaimed', Held>;
/** Another workspace has proved that the hostname is its own, and the former holder's record is gone. */
export type HostnameTransferred = Event<'HostnameTransferred', Held & { readonly from_domain_id: string }>;
export type HostnameReleased = Event<'HostnameReleased', Held>;
export type HostnameEvent = HostnameClaimed | HostnameTransferred | HostnameReleased;

/** The only domain that may answer on a hostname. It does so while it is verified. */
export interface HostnameHolder {
  readonly hostname: string;
  readonly domain_id: string;
  readonly workspace_id: string;
  /** RFC 3339. */
  readonly since: string;
}

/** @param gone id of the holder, if the caller has found that the holder has no right to it any more */
export type ClaimHostname = Command<'ClaimHostname', Held & { readonly gone?: string | undefined }>;
export type ReleaseHostname = Command<'ReleaseHostname', Held>;
export type HostnameCommand = ClaimHostname | ReleaseHostname;

export const evolveHolder = (
  holder: HostnameHolder | null,
  event: HostnameEvent,
  { workspace_id, at }: Metadata,
): HostnameHolder | null => {
  switch (event.type) {
    case 'HostnameClaimed':
    case 'HostnameTransferred':
      return { hostname: event.data.hostname, domain_id: event.data.domain_id, workspace_id, since: at };
    case 'HostnameReleased':
      return holder?.domain_id === event.data.domain_id ? null : holder;
    default:
      return holder;
  }
};

const claim = (
  { hostname, domain_id, gone }: ClaimHostname['data'],
  holder: HostnameHolder | null,
): readonly HostnameEvent[] => {
  if (!holder) return [{ type: 'HostnameClaimed', data: { hostname, domain_id } }];
  if (holder.domain_id === domain_id) return [];
  if (holder.domain_id !== gone)
    throw new Rejection('conflict', 'domain_in_use', 'Another workspace uses this domain, and its record is in DNS.');
  return [{ type: 'HostnameTransferred', data: { hostname, domain_id, from_domain_id: gone } }];
};

export const hostnameDecider: Decider<HostnameHolder | null, HostnameCommand, HostnameEvent> = {
  initialState: null,
  evolve: evolveHolder,
  decide: ({ type, data }, holder) => {
    if (type === 'ClaimHostname') return claim(data, holder);
    const { hostname, domain_id } = data;
    return holder?.domain_id === domain_id ? [{ type: 'HostnameReleased', data: { hostname, domain_id } }] : [];
  },
};
