import {
  type Actor,
  type Command,
  type Decider,
  type Edit,
  type Metadata,
  Rejection,
  type Written,
  changesOf,
  decideBy,
  demandLive,
  demandWindow,
  demandOwn,
  markingPurge,
  purgeOnce,
  sameJson,
  valuesOf,
} from '@kernel';
import {
  type Link,
  type LinkChanges,
  type LinkEvent,
  type LinkIdentity,
  evolve,
  hasExpired,
  isBookkeeping,
  isUsedUp,
} from './link';
import type { Preview } from './link-choice.record';
import { type LinkFields, defaults } from './link.fields';
import { mergedPreview } from './merged-preview';

export type CreateLink = Command<
  'CreateLink',
  LinkIdentity &
    Partial<LinkFields> & {
      readonly destination_url: string;
      readonly workspace_id: string;
      readonly created_by: Actor;
      /** A link that has all of these fields already is found, instead of a rejection. */
      readonly find_if_exists?: boolean;
    }
>;

interface Named {
  readonly link_id: string;
  readonly workspace_id: string;
}

/** The fields of an edit. Null also clears a part of the preview. */
export type LinkEdit = Edit<Omit<LinkFields, 'preview'>> & { readonly preview?: Edit<Preview> | null | undefined };

export type UpdateLink = Command<
  'UpdateLink',
  Named & {
    readonly fields: LinkEdit;
    /** A deleted link is restored by it: both happen, or neither. Without, it is not found. */
    readonly restores?: boolean;
  }
>;
export type DeleteLink = Command<'DeleteLink', Named>;
export type RestoreLink = Command<'RestoreLink', Named>;
export type SwitchLink = Command<'DisableLink' | 'EnableLink' | 'ArchiveLink' | 'UnarchiveLink', Named>;

/**
 * Makes a link a member of a campaign, or ends this membership and no other. It also
 * applies to a deleted link, which may be restored.
 */
export type AssignLink = Command<'AttachLink' | 'DetachLink', Named & { readonly campaign_id: string }>;

/** Only sent once its workspace is purged. */
export type PurgeLink = Command<'PurgeLink', Named>;

/** Records that the link has expired. @param now RFC 3339 UTC, by the database's clock */
export type ExpireLink = Command<'ExpireLink', Named & { readonly now: string }>;

/** Records that the link has redirected as often as `click_limit` allows. */
export type ReachLimit = Command<'ReachLimit', Named & { readonly click_limit: number }>;

export type LinkCommand =
  CreateLink | UpdateLink | DeleteLink | RestoreLink | SwitchLink | AssignLink | ExpireLink | ReachLimit | PurgeLink;

/** A link on the write side. It also holds whether its present expiry is recorded, which no row needs. */
type WrittenLink = Written<Link> & { readonly expiry_recorded?: boolean };

const create = (
  { workspace_id, find_if_exists, ...data }: CreateLink['data'],
  link: Link | null,
): readonly LinkEvent[] => {
  if (!link) {
    demandOrder(data, data);
    return [{ type: 'LinkCreated', data }];
  }
  if (find_if_exists && link.workspace_id === workspace_id && !link.deleted_at && hasFields(link, data)) return [];
  const existing = link.workspace_id === workspace_id ? { existing_link_id: link.id } : {};
  throw new Rejection('conflict', 'alias_taken', 'This alias is taken.', existing);
};

/** The stream settles that the alias is the same, whatever its case. */
const hasFields = (
  link: Link,
  { link_id: _, domain_id: __, alias: ___, created_by: ____, ...fields }: Omit<CreateLink['data'], 'workspace_id'>,
): boolean =>
  Object.entries(fields).every(([field, value]) => value === undefined || sameJson(link[field as keyof Link], value));

const update = (
  { link_id, workspace_id, fields, restores }: UpdateLink['data'],
  link: Link | null,
): readonly LinkEvent[] => {
  const before = (restores ? demandOwn : demandLive)(link, workspace_id);
  const changes = changesOf<LinkFields>(before, valuesAfter(before, fields));
  if (changes.starts_at || changes.expires_at) demandOrder({ ...before, ...fields }, fields);
  const restored = restoredOf(link_id, before);
  return Object.keys(changes).length === 0
    ? restored
    : [...restored, { type: 'LinkUpdated', data: { link_id, changes } }, ...endedBy(changes, before)];
};

/** A limit that comes back down to one that was reached ends the link again. No visit would: none is let in. */
const endedBy = (changes: LinkChanges, before: Link): readonly LinkEvent[] => {
  const click_limit = changes.click_limit?.to ?? null;
  return click_limit !== null && isUsedUp({ ...before, click_limit }) && !isUsedUp(before)
    ? [{ type: 'LinkLimitReached', data: { link_id: before.id, click_limit } }]
    : [];
};

const valuesAfter = (before: Link, { preview, ...fields }: LinkEdit): Partial<LinkFields> => ({
  ...valuesOf<Omit<LinkFields, 'preview'>>(fields, unset),
  ...(preview !== undefined && { preview: preview && mergedPreview(before.preview, preview) }),
});

const remove = ({ link_id, workspace_id }: DeleteLink['data'], link: Link | null): readonly LinkEvent[] => {
  demandLive(link, workspace_id);
  return [{ type: 'LinkDeleted', data: { link_id } }];
};

const restore = ({ link_id, workspace_id }: RestoreLink['data'], link: Link | null): readonly LinkEvent[] =>
  restoredOf(link_id, demandOwn(link, workspace_id));

const restoredOf = (link_id: string, { deleted_at }: Pick<Link, 'deleted_at'>): readonly LinkEvent[] =>
  deleted_at ? [{ type: 'LinkRestored', data: { link_id } }] : [];

/** @param isDone whether a link is as the event would make it */
const turn =
  (type: 'LinkDisabled' | 'LinkEnabled' | 'LinkArchived' | 'LinkUnarchived', isDone: (link: Link) => boolean) =>
  ({ link_id, workspace_id }: Named, link: Link | null): readonly LinkEvent[] =>
    isDone(demandLive(link, workspace_id)) ? [] : [{ type, data: { link_id } }];

const attach = ({ link_id, workspace_id, campaign_id: to }: AssignLink['data'], link: Link | null) =>
  moved(link_id, demandOwn(link, workspace_id).campaign_id, to);

const detach = ({ link_id, workspace_id, campaign_id }: AssignLink['data'], link: Link | null) => {
  const { campaign_id: from } = demandOwn(link, workspace_id);
  return from === campaign_id ? moved(link_id, from, null) : [];
};

const moved = (link_id: string, from: string | null, to: string | null): readonly LinkEvent[] =>
  from === to ? [] : [{ type: 'LinkUpdated', data: { link_id, changes: { campaign_id: { from, to } } } }];

const expire = ({ link_id, workspace_id, now }: ExpireLink['data'], link: WrittenLink | null): readonly LinkEvent[] => {
  const { deleted_at, expires_at, expiry_recorded } = demandOwn(link, workspace_id);
  return deleted_at || expiry_recorded || expires_at === null || !hasExpired({ expires_at }, now)
    ? []
    : [{ type: 'LinkExpired', data: { link_id, expires_at } }];
};

/** A limit that was raised meanwhile is not reached. */
const reachLimit = (
  { link_id, workspace_id, click_limit: reached }: ReachLimit['data'],
  link: Link | null,
): readonly LinkEvent[] => {
  const { deleted_at, click_limit, limit_reached } = demandOwn(link, workspace_id);
  return deleted_at || click_limit === null || click_limit > reached || isUsedUp({ click_limit, limit_reached })
    ? []
    : [{ type: 'LinkLimitReached', data: { link_id, click_limit } }];
};

type Window = Edit<Pick<LinkFields, 'starts_at' | 'expires_at'>>;

const demandOrder = (window: Window, sent: Window): void =>
  demandWindow('expires_at', window, sent, 'A link ends after it starts.');

const unset = (field: keyof LinkFields) => {
  if (field !== 'destination_url') return defaults[field];
  const problem = { location: 'body.destination_url', message: 'cannot be cleared' };
  throw new Rejection('invalid', 'invalid_request', 'A link needs a destination.', {}, [problem]);
};

const evolveMarking = markingPurge<Link, LinkEvent>(evolve, 'LinkPurged');

/** A new `expires_at` is not recorded yet, even where it is the former one again. */
const evolveWritten = (link: WrittenLink | null, event: LinkEvent, metadata: Metadata): WrittenLink | null => {
  const next = evolveMarking(link, event, metadata);
  if (next && event.type === 'LinkExpired') return { ...next, expiry_recorded: true };
  return next && event.type === 'LinkUpdated' && event.data.changes.expires_at
    ? { ...next, expiry_recorded: false }
    : next;
};

export const linkDecider: Decider<WrittenLink | null, LinkCommand, LinkEvent> = {
  initialState: null,
  evolve: evolveWritten,
  concerns: (_, event) => !isBookkeeping(event),
  decide: decideBy({
    CreateLink: create,
    UpdateLink: update,
    DeleteLink: remove,
    RestoreLink: restore,
    DisableLink: turn('LinkDisabled', ({ disabled_at }) => disabled_at !== null),
    EnableLink: turn('LinkEnabled', ({ disabled_at }) => disabled_at === null),
    ArchiveLink: turn('LinkArchived', ({ archived_at }) => archived_at !== null),
    UnarchiveLink: turn('LinkUnarchived', ({ archived_at }) => archived_at === null),
    AttachLink: attach,
    DetachLink: detach,
    ExpireLink: expire,
    ReachLimit: reachLimit,
    PurgeLink: purgeOnce(({ link_id }) => ({ type: 'LinkPurged', data: { link_id } })),
  }),
};
