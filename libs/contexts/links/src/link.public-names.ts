import type { LinkEvent } from './link';

/**
 * The public names of link events: in histories and, where the HTTP contract lists them, in webhooks. A purge has none,
 * because nobody can read about its link.
 */
export const LINK_EVENT_NAMES: Readonly<Record<Exclude<LinkEvent['type'], 'LinkPurged'>, string>> = {
  LinkCreated: 'link.created',
  LinkUpdated: 'link.updated',
  LinkDisabled: 'link.disabled',
  LinkEnabled: 'link.enabled',
  LinkArchived: 'link.archived',
  LinkUnarchived: 'link.unarchived',
  LinkDeleted: 'link.deleted',
  LinkRestored: 'link.restored',
  LinkExpired: 'link.expired',
  LinkLimitReached: 'link.limit_reached',
};
