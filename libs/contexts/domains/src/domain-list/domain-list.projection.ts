import type { Projection } from '@kernel';
import { DOMAIN_CATEGORY, type Domain, type DomainEvent, evolve, isBookkeeping } from '../domain';

/**
 * A row of `domains`: made by libs/platform/read-store/src/migrations/domains.ts, read by
 * apps/gateway/src/domains/domain.queries.ts. A removed domain keeps its row until its workspace is purged.
 */
export interface DomainRow extends Domain {
  /** Of the last event that edited the domain: the version in the ETag. */
  readonly revision: string;
}

export const domainList: Projection<DomainRow, DomainEvent> = {
  name: 'domains',
  categories: [DOMAIN_CATEGORY],
  keys: ({ event }) => [event.data.domain_id],
  evolve: (row, { event, metadata, revision }) => {
    if (event.type === 'DomainPurged') return null;
    const domain = evolve(row, event, metadata);
    return domain && { ...domain, revision: row && isBookkeeping(event) ? row.revision : revision.toString() };
  },
};
