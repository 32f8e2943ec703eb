import { type Actor, type Command, type Decider, Rejection, sameJson } from '@kernel';
import { type Link, type LinkChanges, type LinkEvent, type LinkIdentity, evolve } from './link';
import { type LinkFields, defaults } from './link.fields';

export type CreateLink = Command<
  'CreateLink',
  LinkIdentity &
    Partial<LinkFields> & {
      readonly destination_url: string;
      readonly workspace_id: string;
      readonly created_by: Actor;
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

export type DeleteLink = Command<'DeleteLink', { readonly link_id: string; readonly workspace_id: string }>;

export type RestoreLink = Command<'RestoreLink', { readonly link_id: string; readonly workspace_id: string }>;

/** Only sent once its workspace is purged. */
export type PurgeLink = Command<'PurgeLink', { readonly link_id: string; readonly workspace_id: string }>;

export type LinkCommand = CreateLink | UpdateLink | DeleteLink | RestoreLink | PurgeLink;

const create = ({ workspace_id, ...data }: CreateLink['data'], link: Link | null): readonly LinkEvent[] => {
  if (!link) return [{ type: 'LinkCreated', data }];
  const existing = link.workspace_id === workspace_id ? { existing_link_id: link.id } : {};
  throw new Rejection('conflict', 'alias_taken', 'This alias is taken.', existing);
};

const update = ({ link_id, workspace_id, fields }: UpdateLink['data'], link: Link | null): readonly LinkEvent[] => {
  const changes = changesBetween(ownLink(link, workspace_id), fields);
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

/** Unknown, deleted or in another workspace: one answer, so that no caller learns which links exist. */
const ownLink = (link: Link | null, workspaceId: string): Link =>
  ownedLink(link?.deleted_at ? null : link, workspaceId);

/** Like `ownLink`, but a deleted link is found, too. */
const ownedLink = (link: Link | null, workspaceId: string): Link => {
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

export const linkDecider: Decider<Link | null, LinkCommand, LinkEvent> = {
  initialState: null,
  evolve,
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
      case 'PurgeLink':
        return purge(command.data, link);
    }
  },
};
