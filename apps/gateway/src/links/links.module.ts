import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { judgeBodies } from '@platform/http';
import type { Log } from '@platform/telemetry';
import { type GatewayConfig } from '../core.module';
import { ResourceLookups } from '../existence';
import { ExportsModule } from '../exports/exports.module';
import { prepareRefusals } from './refusals';
import { HistoryModule } from '../history/history.module';
import { BlockedHosts } from './blocked-hosts';
import { ShortHosts } from './short-hosts';
import { CONFIG, LOGGER } from '../tokens';
import { LinkExport } from './export/link-export';
import { LinkExportController } from './export/link-export.controller';
import { ExternalIds } from './external-ids';
import { LinkAliases } from './link-aliases';
import { LinkCampaigns } from './link-campaigns';
import { LinkDomains } from './link-domains';
import { LinkHistoryController } from './link-history.controller';
import { LinkLookupController } from './link-lookup.controller';
import { linkLookupMigration, liveDestinations, liveDestinationsAlone } from './link-lookup.migration';
import { campaignLinksMigration, campaignLinksReplaced, linkOrderMigration } from './link-order.migration';
import { BulkTurns } from './bulk-turns';
import { LinkBulk } from './link-bulk';
import { LinkItems, unawaitedLinks } from './link-items';
import { LinkCommands } from './link.commands';
import { LinkPolicy } from './link.policy';
import { DestinationCheck } from './check/destination-check';
import { DestinationCheckController, checkBody } from './check/destination-check.controller';
import { LinkResolve } from './resolve/link-resolve';
import { LinkResolveController } from './resolve/link-resolve.controller';
import { LinkPresenter } from './link.presenter';
import { LinkQueries } from './link.queries';
import { createLinkBody, createUrlBody, putLinkBody, updateLinkBody } from './link-body.schemas';
import { LinksBulkController } from './links-bulk.controller';
import { LinksController } from './links.controller';
import { UrlsController } from './urls.controller';

@Module({
  imports: [ExportsModule, HistoryModule],
  controllers: [
    LinksController,
    LinksBulkController,
    LinkExportController,
    LinkLookupController,
    LinkResolveController,
    DestinationCheckController,
    LinkHistoryController,
    UrlsController,
  ],
  providers: [
    BulkTurns,
    DestinationCheck,
    ExternalIds,
    LinkAliases,
    LinkBulk,
    LinkCampaigns,
    LinkCommands,
    LinkDomains,
    LinkItems,
    LinkPolicy,
    LinkExport,
    LinkQueries,
    LinkResolve,
    unawaitedLinks,
    {
      provide: LinkPresenter,
      inject: [CONFIG],
      useFactory: ({ publicUrl }: GatewayConfig) => new LinkPresenter(publicUrl),
    },
    {
      provide: BlockedHosts,
      inject: [CONFIG, LOGGER],
      useFactory: ({ blockedHosts }: GatewayConfig, log: Log) => new BlockedHosts(blockedHosts, log),
    },
    {
      provide: ShortHosts,
      inject: [CONFIG],
      useFactory: ({ shortHosts }: GatewayConfig) => new ShortHosts(shortHosts),
    },
  ],
  exports: [BulkTurns, LinkCommands, LinkDomains, LinkPolicy, LinkPresenter, LinkQueries, ShortHosts],
})
export class LinksModule {
  static readonly migrations = [
    linkOrderMigration,
    campaignLinksMigration,
    campaignLinksReplaced,
    linkLookupMigration,
    liveDestinations,
    liveDestinationsAlone,
  ];

  constructor(lookups: ResourceLookups, links: LinkQueries, policy: LinkPolicy, { httpAdapter }: HttpAdapterHost) {
    lookups.register('link', (workspaceId, id) => links.find(workspaceId, id));
    const server = httpAdapter.getHttpServer() as object;
    for (const schema of [createLinkBody, putLinkBody, checkBody])
      judgeBodies(server, schema, (body) => policy.problemsOfNew(body));
    judgeBodies(server, updateLinkBody, (body) => policy.problemsOfChange(body));
    judgeBodies(server, createUrlBody, (body) => policy.problemsOfShortUrl(body));
    prepareRefusals(httpAdapter.getInstance<FastifyInstance>(), policy);
  }
}
