import { type ResourceRow, resourceRows } from '@kernel';
import { DOMAIN_CATEGORY, type Domain, type DomainEvent, evolve, isBookkeeping } from '../domain';

/**
 * A row of `domains`: made by libs/platform/read-store/src/migrations/domains.ts, read by
 * apps/gateway/src/domains/domain.queries.ts. A removed domain keeps its row until its workspace is purged.
 */
export type DomainRow = ResourceRow<Domain>;

export const domainList = resourceRows<Domain, DomainEvent>('domains', DOMAIN_CATEGORY, {
  idOf: ({ data }) => data.domain_id,
  evolve,
  purged: 'DomainPurged',
  isBookkeeping,
});
