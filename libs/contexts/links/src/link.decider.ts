import { type Actor, type Command, type Decider, type Metadata, Rejection, sameJson } from '@kernel';
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
import { type LinkFields, defaults } from './link.fields';

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

/** Merge semantics: absent leaves a field as it is, null clears it. */
export type UpdateLink = Command<
  'UpdateLink',
  {
    readonly link_id: string;
    readonly workspace_id: string;
    readonly fields: { readonly [F in keyof LinkFields]?: LinkFields[F] | null };
  }
>;

interface Named {
  readonly link_id: string;
  readonly workspace_id: string;
}

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
interface WrittenLink extends Link {
  readonly expiry_recorded?: boolean;
}

const create = (
  { workspace_id, find_if_exists, ...data }: CreateLink['data'],
  link: Link | null,
): readonly LinkEvent[] => {
  if (!link) {
    demandWindow({ ...defaults, ...data }, data);
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

const update = ({ link_id, workspace_id, fields }: UpdateLink['data'], link: Link | null): readonly LinkEvent[] => {
  const before = ownLink(link, workspace_id);
  const changes = changesBetween(before, fields);
  if (changes.starts_at || changes.expires_at) demandWindow({ ...before, ...fields }, fields);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'LinkUpdated', data: { link_id, changes } }];
};

const remove = ({ link_id, workspace_id }: DeleteLink['data'], link: Link | null): readonly LinkEvent[] => {
  ownLink(link, workspace_id);
  return [{ type: 'LinkDeleted', data: { link_id } }];
};

const restore = ({ link_id, workspace_id }: RestoreLink['data'], link: Link | null): readonly LinkEvent[] =>
  ownedLink(link, workspace_id).deleted_at ? [{ type: 'LinkRestored', data: { link_id } }] : [];

const purge = ({ link_id, workspace_id }: PurgeLink['data'], link: Link | null): readonly LinkEvent[] => {
  ownedLink(link, workspace_id);
  return [{ type: 'LinkPurged', data: { link_id } }];
};

/** The event of a switch, and whether a link is as it would make it. */
const SWITCHES = {
  DisableLink: ['LinkDisabled', (link: Link) => link.disabled_at !== null],
  EnableLink: ['LinkEnabled', (link: Link) => link.disabled_at === null],
  ArchiveLink: ['LinkArchived', (link: Link) => link.archived_at !== null],
  UnarchiveLink: ['LinkUnarchived', (link: Link) => link.archived_at === null],
} as const;

const turn = ({ type, data: { link_id, workspace_id } }: SwitchLink, link: Link | null): readonly LinkEvent[] => {
  const [event, isDone] = SWITCHES[type];
  return isDone(ownLink(link, workspace_id)) ? [] : [{ type: event, data: { link_id } }];
};

const assign = ({ type, data }: AssignLink, link: Link | null): readonly LinkEvent[] => {
  const { link_id, workspace_id, campaign_id } = data;
  const { campaign_id: from } = ownedLink(link, workspace_id);
  const to = type === 'AttachLink' ? campaign_id : null;
  if (from === to || (to === null && from !== campaign_id)) return [];
  return [{ type: 'LinkUpdated', data: { link_id, changes: { campaign_id: { from, to } } } }];
};

const expire = ({ link_id, workspace_id, now }: ExpireLink['data'], link: WrittenLink | null): readonly LinkEvent[] => {
  const { deleted_at, expires_at, expiry_recorded } = ownedLink(link, workspace_id);
  return deleted_at || expiry_recorded || expires_at === null || !hasExpired({ expires_at }, now)
    ? []
    : [{ type: 'LinkExpired', data: { link_id, expires_at } }];
};

/** A limit that was raised meanwhile is not reached. */
const reachLimit = (
  { link_id, workspace_id, click_limit: reached }: ReachLimit['data'],
  link: Link | null,
): readonly LinkEvent[] => {
  const { deleted_at, click_limit, limit_reached } = ownedLink(link, workspace_id);
  return deleted_at || click_limit === null || click_limit > reached || isUsedUp({ click_limit, limit_reached })
    ? []
    : [{ type: 'LinkLimitReached', data: { link_id, click_limit } }];
};

type Window = Partial<Pick<UpdateLink['data']['fields'], 'starts_at' | 'expires_at'>>;

/** @param sent the fields of the request: one of them is named in the rejection */
const demandWindow = ({ starts_at, expires_at }: Window, sent: Window): void => {
  if (!starts_at || !expires_at || starts_at < expires_at) return;
  const problem = sent.expires_at
    ? { location: 'body.expires_at', message: 'must be later than starts_at' }
    : { location: 'body.starts_at', message: 'must be earlier than expires_at' };
  throw new Rejection('invalid', 'invalid_request', 'A link ends after it starts.', {}, [problem]);
};

/** Unknown, deleted or in another workspace: one answer, so that no caller learns which links exist. */
const ownLink = (link: Link | null, workspaceId: string): Link =>
  ownedLink(link?.deleted_at ? null : link, workspaceId);

/** Like `ownLink`, but a deleted link is found, too. */
const ownedLink = <L extends Link>(link: L | null, workspaceId: string): L => {
  if (link && link.workspace_id === workspaceId) return link;
  throw new Rejection('not-found', 'not_found', 'There is no such resource.');
};

const changesBetween = (link: Link, fields: UpdateLink['data']['fields']): LinkChanges =>
  Object.fromEntries(
    Object.entries({ ...fields })
      .map(([field, wanted]) => [field as keyof LinkFields, wanted ?? unset(field as keyof LinkFields)] as const)
      .filter(([field, to]) => !sameJson(link[field], to))
      .map(([field, to]) => [field, { from: link[field], to }]),
  );

const unset = (field: keyof LinkFields) => {
  if (field !== 'destination_url') return defaults[field];
  const problem = { location: 'body.destination_url', message: 'cannot be cleared' };
  throw new Rejection('invalid', 'invalid_request', 'A link needs a destination.', {}, [problem]);
};

/** A new `expires_at` is not recorded yet, even where it is the former one again. */
const evolveWritten = (link: WrittenLink | null, event: LinkEvent, metadata: Metadata): WrittenLink | null => {
  const next = evolve(link, event, metadata);
  if (next && event.type === 'LinkExpired') return { ...next, expiry_recorded: true };
  return next && event.type === 'LinkUpdated' && event.data.changes.expires_at
    ? { ...next, expiry_recorded: false }
    : next;
};

export const linkDecider: Decider<WrittenLink | null, LinkCommand, LinkEvent> = {
  initialState: null,
  evolve: evolveWritten,
  concerns: (_, event) => !isBookkeeping(event),
  decide: (command, link) => {
    switch (command.type) {
      case 'CreateLink':
        return create(command.data, link);
      case 'UpdateLink':
        return update(command.data, link);
      case 'DeleteLink':
        return remove(command.data, link);
      case 'RestoreLink':
        return restore(command.data, link);
      case 'AttachLink':
      case 'DetachLink':
        return assign(command, link);
      case 'PurgeLink':
        return purge(command.data, link);
      case 'ExpireLink':
        return expire(command.data, link);
      case 'ReachLimit':
        return reachLimit(command.data, link);
      default:
        return turn(command, link);
    }
  },
};
