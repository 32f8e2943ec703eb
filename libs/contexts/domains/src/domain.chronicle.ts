import { type Chronicle, inKeyOrder } from '@kernel';
import { challengeOf } from './challenge';
import type { Domain, DomainEvent } from './domain';
import { type DomainRow, domainList } from './domain-list/domain-list.projection';
import { DOMAIN_EVENT_NAMES } from './domain.public-names';

/** The fields of the HTTP contract's domain record that come from events: without its checks. */
export const storedDomainRecord = (domain: Domain) => ({
  id: domain.id,
  hostname: domain.hostname,
  status: domain.status,
  is_primary: domain.primary_since !== null,
  root_url: domain.root_url,
  not_found_url: domain.not_found_url,
  expired_url: domain.expired_url,
  apple_app_site_association: inKeyOrder(domain.apple_app_site_association),
  assetlinks: inKeyOrder(domain.assetlinks),
  dns_records: [challengeOf(domain)],
  verified_at: domain.verified_at,
  created_at: domain.created_at,
  updated_at: domain.updated_at,
});

/** Histories and public events of domains. */
export const domainChronicle: Chronicle<DomainRow, DomainEvent> = {
  projection: domainList,
  names: DOMAIN_EVENT_NAMES,
  record: storedDomainRecord,
};
