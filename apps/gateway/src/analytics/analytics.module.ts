import { Module } from '@nestjs/common';
import type { Log, ReadStore } from '@platform/read-store';
import { CampaignsModule } from '../campaigns/campaigns.module';
import type { GatewayConfig } from '../core.module';
import { DomainsModule } from '../domains/domains.module';
import { ExportsModule } from '../exports/exports.module';
import { LinkDomains } from '../links/link-domains';
import { LinkPresenter } from '../links/link.presenter';
import { LinkQueries } from '../links/link.queries';
import { LinksModule } from '../links/links.module';
import { CONFIG, LOGGER, READ_STORE } from '../tokens';
import { AnalyticsController } from './analytics.controller';
import { AnalyticsPresenter } from './analytics.presenter';
import { ClickNames } from './click-names';
import { ClickSource } from './click-source';
import { ClicksController } from './clicks.controller';
import { ClickFilters } from './filters';
import { LinkNames } from './link-names';
import { LiveClicks } from './live/live-clicks';
import { LiveReaders } from './live/live-readers';
import { LiveController } from './live/live.controller';
import { VisibleWindows } from './visible-window';

@Module({
  imports: [CampaignsModule, DomainsModule, ExportsModule, LinksModule],
  controllers: [AnalyticsController, ClicksController, LiveController],
  providers: [
    {
      provide: ClickFilters,
      inject: [LinkDomains],
      useFactory: (domains: LinkDomains) => new ClickFilters(domains),
    },
    {
      provide: ClickNames,
      inject: [LinkQueries, LinkPresenter],
      useFactory: (links: LinkQueries, presenter: LinkPresenter) => new ClickNames(links, presenter),
    },
    {
      provide: LinkNames,
      inject: [ClickSource, LinkQueries],
      useFactory: ({ client }: ClickSource, links: LinkQueries) => new LinkNames(client, links),
    },
    {
      provide: AnalyticsPresenter,
      inject: [LinkQueries, LinkPresenter],
      useFactory: (links: LinkQueries, presenter: LinkPresenter) => new AnalyticsPresenter(links, presenter),
    },
    {
      provide: VisibleWindows,
      inject: [LinkQueries, CONFIG],
      useFactory: (links: LinkQueries, { clickRetention }: GatewayConfig) => new VisibleWindows(links, clickRetention),
    },
    {
      provide: LiveClicks,
      inject: [ClickSource, ClickNames, READ_STORE, LOGGER],
      useFactory: (clicks: ClickSource, names: ClickNames, { authorizing }: ReadStore, log: Log) =>
        new LiveClicks({ clicks, names, readers: new LiveReaders(authorizing), log }),
    },
  ],
  exports: [ClickFilters],
})
export class AnalyticsModule {}
