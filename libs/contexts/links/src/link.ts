import { type Actor, type Changes, type Event, type Metadata, changedTo } from '@kernel';
import { compileLiteral } from './compile-literal';
import { type LinkFields, eachField, unsetFields } from './link.fields';

/** All own short hosts share one domain. */
export const DEFAULT_DOMAIN = 'dom_default';

export const LINK_CATEGORY = 'link';
export const linkStream = (linkId: string): string => `${LINK_CATEGORY}-${linkId.slice('link_'.length)}`;

/**
 * A link's id is made of what must be unique, so that the store settles a race for an alias.
 * @param digest a URL-safe hash of a text, without dashes; injected, since contexts know no crypto.
 */
export const linkIdOf = (domainId: string, alias: string, digest: (text: string) => string): string =>
  `link_${digest(`${domainId}/${alias.toLowerCase()}`)}`;

/** Fixed at creation: what a link is, as opposed to what it does. */
export interface LinkIdentity {
  readonly link_id: string;
  readonly domain_id: string;
  /** Host name as the visitor types it, with a port where there is one. */
  readonly domain: string;
  /** As typed at creation; unique without regard to case. */
  readonly alias: string;
}

export type LinkCreated = Event<
  'LinkCreated',
  LinkIdentity & { destination_url: string; created_by: Actor } & Partial<LinkFields>
>;
export type LinkUpdated = Event<'LinkUpdated', { link_id: string; changes: LinkChanges }>;
export type LinkDisabled = Event<'LinkDisabled', { link_id: string }>;
export type LinkEnabled = Event<'LinkEnabled', { link_id: string }>;
export type LinkArchived = Event<'LinkArchived', { link_id: string }>;
export type LinkUnarchived = Event<'LinkUnarchived', { link_id: string }>;
export type LinkDeleted = Event<'LinkDeleted', { link_id: string }>;
export type LinkRestored = Event<'LinkRestored', { link_id: string }>;
/** Its workspace was purged. No read model keeps it, and its alias stays taken. */
export type LinkPurged = Event<'LinkPurged', { link_id: string }>;
/** The link has reached this `expires_at`. Visits are judged by the clock and do not depend on this event. */
export type LinkExpired = Event<'LinkExpired', { link_id: string; expires_at: string }>;
/** The link has redirected as often as this limit allows. */
export type LinkLimitReached = Event<'LinkLimitReached', { link_id: string; click_limit: number }>;
export type LinkEvent =
  | LinkCreated
  | LinkUpdated
  | LinkDisabled
  | LinkEnabled
  | LinkArchived
  | LinkUnarchived
  | LinkDeleted
  | LinkRestored
  | LinkPurged
  | LinkExpired
  | LinkLimitReached;

/** Whether an event records what time or clicks have changed, and no edit: the link keeps its version. */
export const isBookkeeping = ({ type }: Pick<LinkEvent, 'type'>): boolean =>
  type === 'LinkExpired' || type === 'LinkLimitReached';

export type LinkChanges = Changes<LinkFields>;

export interface Link extends Omit<LinkIdentity, 'link_id'>, LinkFields {
  readonly id: string;
  readonly workspace_id: string;
  readonly disabled_at: string | null;
  readonly archived_at: string | null;
  readonly deleted_at: string | null;
  /** The highest click limit that was reached; null before. */
  readonly limit_reached: number | null;
  readonly created_at: string;
  readonly created_by: Actor;
  readonly updated_at: string;
}

/** The fold of the write side, of the read model and of the redirect index alike. */
export const evolve = (link: Link | null, event: LinkEvent, metadata: Metadata): Link | null => {
  if (event.type === 'LinkCreated') return created(event.data, metadata);
  if (!link) return null;
  const { at } = metadata;
  switch (event.type) {
    case 'LinkUpdated':
      return { ...link, ...changedTo(event.data.changes), updated_at: at };
    case 'LinkDisabled':
      return { ...link, disabled_at: at, updated_at: at };
    case 'LinkEnabled':
      return { ...link, disabled_at: null, updated_at: at };
    case 'LinkArchived':
      return { ...link, archived_at: at, updated_at: at };
    case 'LinkUnarchived':
      return { ...link, archived_at: null, updated_at: at };
    case 'LinkDeleted':
    case 'LinkPurged':
      return { ...link, deleted_at: at, updated_at: at };
    case 'LinkRestored':
      return { ...link, deleted_at: null, updated_at: at };
    case 'LinkLimitReached':
      return { ...link, limit_reached: Math.max(link.limit_reached ?? 0, event.data.click_limit) };
    default:
      // Time alone decides whether a link has expired: its event changes no field.
      return link;
  }
};

/** Runs several times for each created link. The keys are in the order in which the redirect index stores them. */
const created = compileLiteral<[data: LinkCreated['data'], metadata: Metadata], Link>(
  ['data', 'metadata'],
  {
    id: 'data.link_id',
    workspace_id: 'metadata.workspace_id',
    domain_id: 'data.domain_id',
    domain: 'data.domain',
    alias: 'data.alias',
    ...eachField((name) => `data.${name} ?? scope.${name}`),
    disabled_at: 'null',
    archived_at: 'null',
    deleted_at: 'null',
    limit_reached: 'null',
    created_at: 'metadata.at',
    created_by: 'data.created_by',
    updated_at: 'metadata.at',
  },
  unsetFields,
);

export const LINK_STATUSES = ['active', 'disabled', 'expired', 'archived', 'deleted'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** The status of a link at an instant: the last that holds of disabled, expired, archived and deleted. */
export const linkStatusAt = (
  link: Pick<Link, 'deleted_at' | 'disabled_at' | 'expires_at' | 'click_limit' | 'limit_reached' | 'archived_at'>,
  now: string,
): LinkStatus => {
  if (link.deleted_at) return 'deleted';
  if (link.archived_at) return 'archived';
  if (hasExpired(link, now) || isUsedUp(link)) return 'expired';
  return link.disabled_at ? 'disabled' : 'active';
};

/** From `expires_at` on, which is the first instant at which the link is no longer valid. */
export const hasExpired = ({ expires_at }: Pick<Link, 'expires_at'>, now: string): boolean =>
  expires_at !== null && expires_at <= now;

/** Whether the click limit is known to be reached. A higher limit reopens the link. */
export const isUsedUp = ({ click_limit, limit_reached }: Pick<Link, 'click_limit' | 'limit_reached'>): boolean =>
  click_limit !== null && limit_reached !== null && limit_reached >= click_limit;
