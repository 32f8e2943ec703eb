import { type Aggregate, awaitedRows, purgedBy } from '@kernel';
import { DOMAIN_CATEGORY, type DomainEvent, domainStream } from './domain';
import { domainChronicle } from './domain.chronicle';
import { domainDecider } from './domain.decider';
import { domainList } from './domain-list/domain-list.projection';
import { HOSTNAME_CATEGORY, type HostnameEvent, hostnameDecider } from './hostname';
import { type HostnameRow, hostnameList } from './hostname-list/hostname-list.projection';

const domains = awaitedRows(domainList, ({ id }) => domainStream(id));

const hostnames = awaitedRows(hostnameList, ({ stream }) => stream);

export const domainAggregate: Aggregate<DomainEvent> = {
  category: DOMAIN_CATEGORY,
  service: 'links',
  decider: domainDecider,
  readModels: [domains],
  resource: { idPrefix: 'dom', readModel: domains, streamOf: domainStream },
  purge: purgedBy(domains, 'PurgeDomain', 'domain_id'),
  chronicle: () => domainChronicle,
};

/** Which domain may answer on a hostname, so that the store settles a race for it. */
export const hostnameAggregate: Aggregate<HostnameEvent> = {
  category: HOSTNAME_CATEGORY,
  service: 'links',
  decider: hostnameDecider,
  readModels: [hostnames],
  purge: {
    readModel: hostnames,
    commandOf: ({ id, domain_id, revision }: HostnameRow) => ({
      command: { type: 'ReleaseHostname', data: { hostname: id, domain_id } },
      subject: domain_id,
      occurrence: `ReleaseHostname/${domain_id}/${revision}`,
    }),
  },
};
