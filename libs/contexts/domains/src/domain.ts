import { type Changes, type Event, type Metadata, changedTo } from '@kernel';

export const DOMAIN_CATEGORY = 'domain';
export const domainStream = (domainId: string): string => `${DOMAIN_CATEGORY}-${domainId.slice('dom_'.length)}`;

/**
 * The id of a workspace's domain. A domain that is removed and added again has its former id, and so its former links.
 * @param hostname in its canonical form
 * @param digest a URL-safe hash of a text, without dashes; injected, since contexts know no crypto.
 */
export const domainIdOf = (workspaceId: string, hostname: string, digest: (text: string) => string): string =>
  `dom_${digest(`${workspaceId}/${hostname}`)}`;

export const DOMAIN_STATUSES = ['pending', 'verified', 'failed'] as const;
export type DomainStatus = (typeof DOMAIN_STATUSES)[number];

/** A JSON document, as the file of a deep link has it. */
export type DeepLinks = Readonly<Record<string, unknown>> | readonly unknown[];

/** The editable fields. */
export interface DomainFields {
  readonly root_url: string | null;
  readonly not_found_url: string | null;
  readonly expired_url: string | null;
  readonly apple_app_site_association: DeepLinks | null;
  readonly assetlinks: DeepLinks | null;
}

interface Named {
  readonly domain_id: string;
}

/**
 * Why a verified domain fails: three checks missed its record, or another workspace has proved the hostname its own.
 */
export type FailureReason = 'record_missing' | 'transferred';

/** `token` is what its TXT record must hold. */
export type DomainAdded = Event<
  'DomainAdded',
  Named & { readonly hostname: string; readonly token: string } & Partial<DomainFields>
>;
export type DomainUpdated = Event<'DomainUpdated', Named & { readonly changes: Changes<DomainFields> }>;
export type DomainMadePrimary = Event<'DomainMadePrimary', Named>;
/** Another domain was made primary, or none is primary any more: that is an `edit`, as its caller changed this one. */
export type DomainPrimaryEnded = Event<'DomainPrimaryEnded', Named & { readonly edit?: true }>;
export type DomainVerified = Event<'DomainVerified', Named>;
export type DomainFailed = Event<'DomainFailed', Named & { readonly reason: FailureReason }>;
export type DomainRemoved = Event<'DomainRemoved', Named>;
/** Its workspace was purged. No read model keeps it. */
export type DomainPurged = Event<'DomainPurged', Named>;
export type DomainEvent =
  | DomainAdded
  | DomainUpdated
  | DomainMadePrimary
  | DomainPrimaryEnded
  | DomainVerified
  | DomainFailed
  | DomainRemoved
  | DomainPurged;

/** Whether an event records the effect of a check or of another domain. It is not an edit: the version stays. */
export const isBookkeeping = ({ type, data }: DomainEvent): boolean =>
  type === 'DomainVerified' || type === 'DomainFailed' || (type === 'DomainPrimaryEnded' && !data.edit);

export interface Domain extends DomainFields {
  readonly id: string;
  readonly workspace_id: string;
  readonly hostname: string;
  readonly token: string;
  readonly status: DomainStatus;
  /** RFC 3339: when it was made the primary one; null if it is not. Of several, the last one made primary counts. */
  readonly primary_since: string | null;
  /** When it was verified last; null before. */
  readonly verified_at: string | null;
  readonly deleted_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fold of the write side, of the read model and of the redirectors. */
export const evolve = (domain: Domain | null, event: DomainEvent, metadata: Metadata): Domain | null => {
  const { at } = metadata;
  if (event.type === 'DomainAdded') return added(event.data, metadata);
  if (!domain) return null;
  switch (event.type) {
    case 'DomainUpdated':
      return { ...domain, ...changedTo(event.data.changes), updated_at: at };
    case 'DomainMadePrimary':
      return { ...domain, primary_since: at, updated_at: at };
    case 'DomainPrimaryEnded':
      return { ...domain, primary_since: null, updated_at: at };
    case 'DomainVerified':
      return { ...domain, status: 'verified', verified_at: at, updated_at: at };
    case 'DomainFailed':
      return { ...domain, status: 'failed', primary_since: null, updated_at: at };
    case 'DomainRemoved':
    case 'DomainPurged':
      return { ...domain, primary_since: null, deleted_at: at, updated_at: at };
    default:
      return domain;
  }
};

const added = (data: DomainAdded['data'], { at, workspace_id }: Metadata): Domain => ({
  id: data.domain_id,
  workspace_id,
  hostname: data.hostname,
  token: data.token,
  status: 'pending',
  root_url: data.root_url ?? null,
  not_found_url: data.not_found_url ?? null,
  expired_url: data.expired_url ?? null,
  apple_app_site_association: data.apple_app_site_association ?? null,
  assetlinks: data.assetlinks ?? null,
  primary_since: null,
  verified_at: null,
  deleted_at: null,
  created_at: at,
  updated_at: at,
});
