import type { Projection } from '@kernel';
import { LINK_CATEGORY, type LinkEvent } from '../link';

/**
 * A row of `link_timers`: made by libs/platform/read-store/src/migrations/link-life.ts, read by
 * apps/scheduler/src/due-timers.ts. A link that will expire, or has expired without a record of it.
 */
export interface LinkTimerRow {
  /** Id of the link. */
  readonly id: string;
  readonly workspace_id: string;
  readonly stream: string;
  readonly kind: 'expiry';
  /** RFC 3339 UTC. */
  readonly expires_at: string;
  /** `expires_at`; null while the link is deleted. */
  readonly due_at: string | null;
  /** Of the event that set `expires_at`. */
  readonly revision: string;
}

/** The expiry that an event sets: null for none, undefined where it stays as it is. */
const expirySetBy = ({ type, data }: LinkEvent): string | null | undefined => {
  if (type === 'LinkCreated') return data.expires_at ?? undefined;
  return type === 'LinkUpdated' ? data.changes.expires_at?.to : undefined;
};

const CONCERNED: readonly LinkEvent['type'][] = ['LinkExpired', 'LinkDeleted', 'LinkRestored', 'LinkPurged'];

export const linkTimers: Projection<LinkTimerRow, LinkEvent> = {
  name: 'link_timers',
  categories: [LINK_CATEGORY],
  keys: ({ event }) => (CONCERNED.includes(event.type) || expirySetBy(event) !== undefined ? [event.data.link_id] : []),
  evolve: (row, { event, metadata, stream, revision }, id) => {
    const expires_at = expirySetBy(event);
    if (expires_at) {
      const { workspace_id } = metadata;
      return { id, workspace_id, stream, kind: 'expiry', expires_at, due_at: expires_at, revision: String(revision) };
    }
    if (!row || expires_at === null || event.type === 'LinkExpired' || event.type === 'LinkPurged') return null;
    if (event.type === 'LinkDeleted') return { ...row, due_at: null };
    return event.type === 'LinkRestored' ? { ...row, due_at: row.expires_at } : row;
  },
};
