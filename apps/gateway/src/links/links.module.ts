import { Module } from '@nestjs/common';
import { type GatewayConfig } from '../core.module';
import { ResourceLookups } from '../existence';
import { HistoryModule } from '../history/history.module';
import { ShortHosts } from './short-hosts';
import { CONFIG } from '../tokens';
import { ExternalIds } from './external-ids';
import { LinkAliases } from './link-aliases';
import { LinkHistoryController } from './link-history.controller';
import { LinkLookupController } from './link-lookup.controller';
import { linkLookupMigration } from './link-lookup.migration';
import { campaignLinksMigration, linkOrderMigration } from './link-order.migration';
import { LinkCommands } from './link.commands';
import { LinkPresenter } from './link.presenter';
import { LinkQueries } from './link.queries';
import { LinksController } from './links.controller';
import { UrlsController } from './urls.controller';

@Module({
  imports: [HistoryModule],
  controllers: [LinksController, LinkLookupController, LinkHistoryController, UrlsController],
  providers: [
    ExternalIds,
    LinkAliases,
    LinkCommands,
    LinkQueries,
    {
      provide: LinkPresenter,
      inject: [CONFIG],
      useFactory: ({ publicUrl }: GatewayConfig) => new LinkPresenter(publicUrl),
    },
    {
      provide: ShortHosts,
      inject: [CONFIG],
      useFactory: ({ shortHosts }: GatewayConfig) => new ShortHosts(shortHosts),
    },
  ],
  exports: [LinkQueries, LinkPresenter, ShortHosts],
})
export class LinksModule {
  static readonly migrations = [linkOrderMigration, campaignLinksMigration, linkLookupMigration];

  constructor(lookups: ResourceLookups, links: LinkQueries) {
    lookups.register('link', (workspaceId, id) => links.find(workspaceId, id));
  }
}
