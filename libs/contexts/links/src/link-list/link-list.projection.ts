import type { Projection } from '@kernel';
import { LINK_CATEGORY, type Link, type LinkEvent, evolve, isBookkeeping } from '../link';

/**
 * A row of `links`: made by libs/platform/read-store/src/migrations/links.ts, read by
 * apps/gateway/src/links/link.queries.ts. Clicks are telemetry and live in a table of their own.
 */
export interface LinkRow extends Link {
  /** Of the last event that edited the link. It is the version in the ETag, which bookkeeping does not change. */
  readonly revision: string;
}

export const linkList: Projection<LinkRow, LinkEvent> = {
  name: 'links',
  categories: [LINK_CATEGORY],
  keys: ({ event }) => [event.data.link_id],
  evolve: (row, { event, metadata, revision }) => {
    if (event.type === 'LinkPurged') return null;
    const link = evolve(row, event, metadata);
    return link && { ...link, revision: row && isBookkeeping(event) ? row.revision : revision.toString() };
  },
};
