import type { DomainEvent } from './domain';

/**
 * The public names of domain events: in histories and in webhooks. A purge has none, because nobody can read about its
 * domain.
 */
export const DOMAIN_EVENT_NAMES: Readonly<Record<Exclude<DomainEvent['type'], 'DomainPurged'>, string>> = {
  DomainAdded: 'domain.created',
  DomainUpdated: 'domain.updated',
  DomainMadePrimary: 'domain.updated',
  DomainPrimaryEnded: 'domain.updated',
  DomainVerified: 'domain.verified',
  DomainFailed: 'domain.failed',
  DomainRemoved: 'domain.removed',
};
