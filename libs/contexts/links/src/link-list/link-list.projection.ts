import { type ResourceRow, resourceRows } from '@kernel';
import { LINK_CATEGORY, type Link, type LinkEvent, evolve, isBookkeeping } from '../link';

/**
 * A row of `links`: made by libs/platform/read-store/src/migrations/links.ts, read by
 * apps/gateway/src/links/link.queries.ts. Clicks are telemetry and live in a table of their own.
 */
export type LinkRow = ResourceRow<Link>;

export const linkList = resourceRows<Link, LinkEvent>('links', LINK_CATEGORY, {
  idOf: ({ data }) => data.link_id,
  evolve,
  purged: 'LinkPurged',
  isBookkeeping,
});
