import { Module } from '@nestjs/common';
import type { Log, ReadStore } from '@platform/read-store';
import type { GatewayConfig } from '../core.module';
import { LinkPresenter } from '../links/link.presenter';
import { LinkQueries } from '../links/link.queries';
import { LinksModule } from '../links/links.module';
import { CONFIG, LOGGER, READ_STORE } from '../tokens';
import { AnalyticsController } from './analytics.controller';
import { AnalyticsPresenter } from './analytics.presenter';
import { ClickNames } from './click-names';
import { ClickSource } from './click-source';
import { ClicksController } from './clicks.controller';
import { ExportPlaces } from './export-places';
import { LiveClicks } from './live/live-clicks';
import { LiveReaders } from './live/live-readers';
import { LiveController } from './live/live.controller';
import { VisibleWindows } from './visible-window';

@Module({
  imports: [LinksModule],
  controllers: [AnalyticsController, ClicksController, LiveController],
  providers: [
    ExportPlaces,
    {
      provide: ClickNames,
      inject: [LinkQueries, LinkPresenter],
      useFactory: (links: LinkQueries, presenter: LinkPresenter) => new ClickNames(links, presenter),
    },
    {
      provide: AnalyticsPresenter,
      inject: [LinkQueries, LinkPresenter],
      useFactory: (links: LinkQueries, presenter: LinkPresenter) => new AnalyticsPresenter(links, presenter),
    },
    {
      provide: VisibleWindows,
      inject: [ClickSource, LinkQueries, CONFIG],
      useFactory: (clicks: ClickSource, links: LinkQueries, { clickRetention }: GatewayConfig) =>
        new VisibleWindows(clicks, links, clickRetention),
    },
    {
      provide: LiveClicks,
      inject: [ClickSource, ClickNames, READ_STORE, LOGGER],
      useFactory: ({ client }: ClickSource, names: ClickNames, { authorizing }: ReadStore, log: Log) =>
        new LiveClicks({ client, names, readers: new LiveReaders(authorizing), log }),
    },
  ],
})
export class AnalyticsModule {}
