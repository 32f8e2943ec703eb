import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { textLookup } from '@platform/dns';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../core.module';
import { ResourceLookups } from '../existence';
import { HistoryModule } from '../history/history.module';
import { LinkDomains } from '../links/link-domains';
import { LinkPolicy } from '../links/link.policy';
import { LinksModule } from '../links/links.module';
import { judgeRefused } from '../refusals';
import { CONFIG } from '../tokens';
import { domainLimitMigration } from './domain-limit.migration';
import { DomainVerification, LOOK_UP_TEXTS } from './domain-verification';
import { DomainCommands } from './domain.commands';
import { DomainPolicy } from './domain.policy';
import { DomainPresenter } from './domain.presenter';
import { DomainQueries } from './domain.queries';
import { createDomainBody, updateDomainBody } from './domain.schemas';
import { DomainsController } from './domains.controller';
import { OWN_HOSTNAMES, TlsController } from './tls.controller';

type Hosts = Pick<GatewayConfig, 'publicUrl' | 'shortHosts'>;

const hostnamesOf = ({ publicUrl, shortHosts }: Hosts): readonly string[] =>
  [...shortHosts.map((host) => `http://${host}`), publicUrl].map((origin) => new URL(origin).hostname);

@Module({
  imports: [HistoryModule, LinksModule],
  controllers: [DomainsController, TlsController],
  providers: [
    DomainCommands,
    DomainQueries,
    DomainVerification,
    {
      provide: DomainPolicy,
      inject: [LinkPolicy, LinkDomains, OWN_HOSTNAMES],
      useFactory: (links: LinkPolicy, domains: LinkDomains, ours: ReadonlySet<string>) =>
        new DomainPolicy(links, domains, ours),
    },
    {
      provide: DomainPresenter,
      inject: [CONFIG],
      useFactory: (config: Hosts) => new DomainPresenter(hostnamesOf(config)[0] ?? ''),
    },
    {
      provide: OWN_HOSTNAMES,
      inject: [CONFIG],
      useFactory: (config: Hosts) => new Set(hostnamesOf(config)),
    },
    {
      provide: LOOK_UP_TEXTS,
      inject: [CONFIG],
      useFactory: ({ dnsServers }: Pick<GatewayConfig, 'dnsServers'>) => textLookup(dnsServers),
    },
  ],
  exports: [DomainQueries],
})
export class DomainsModule {
  static readonly migrations = [domainLimitMigration];

  constructor(
    lookups: ResourceLookups,
    domains: DomainQueries,
    policy: DomainPolicy,
    { httpAdapter }: HttpAdapterHost,
  ) {
    lookups.register('dom', (workspaceId, id) => domains.find(workspaceId, id));
    const fastify = httpAdapter.getInstance<FastifyInstance>();
    judgeRefused(fastify, createDomainBody, (part, { caller }) => policy.problemsOfNew(part, caller));
    judgeRefused(fastify, updateDomainBody, async (part, { caller, id }) =>
      policy.problemsOfUrls(part, (await domains.find(caller.subject.workspaceId, id))?.hostname, caller),
    );
  }
}
