import type { Projection } from '@kernel';
import { HOSTNAME_CATEGORY, type HostnameEvent, evolveHolder } from '../hostname';

/**
 * A row of `hostnames`: made by libs/platform/read-store/src/migrations/domains.ts. The domain that holds a
 * hostname. A free hostname has no row.
 */
export interface HostnameRow {
  /** The hostname. */
  readonly id: string;
  readonly workspace_id: string;
  readonly domain_id: string;
  readonly stream: string;
  /** When the holder got it. */
  readonly created_at: string;
  readonly revision: string;
}

export const hostnameList: Projection<HostnameRow, HostnameEvent> = {
  name: 'hostnames',
  categories: [HOSTNAME_CATEGORY],
  keys: ({ event }) => [event.data.hostname],
  evolve: (row, { event, metadata, stream, revision }, id) => {
    const holder = evolveHolder(row && { ...row, hostname: id, since: row.created_at }, event, metadata);
    if (!holder) return null;
    const { workspace_id, domain_id, since: created_at } = holder;
    return { id, workspace_id, domain_id, stream, created_at, revision: revision.toString() };
  },
};
