import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { WebhookSecrets } from '@platform/webhooks';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig, GatewaySecrets } from '../core.module';
import { ResourceLookups } from '../existence';
import { AnalyticsModule } from '../analytics/analytics.module';
import { ClickSource } from '../analytics/click-source';
import { ClickFilters } from '../analytics/filters';
import { HistoryModule } from '../history/history.module';
import { LinkPresenter } from '../links/link.presenter';
import { LinkQueries } from '../links/link.queries';
import { LinksModule } from '../links/links.module';
import { judgeRefused } from '../refusals';
import { CONFIG, SECRETS } from '../tokens';
import { ClickReplays } from './click-replays';
import { replayBody } from './delivery.schemas';
import { WebhookDeliveries, problemsOfReplayed } from './webhook-deliveries';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookCommands } from './webhook.commands';
import { WebhookPolicy } from './webhook.policy';
import { WebhookQueries } from './webhook.queries';
import { createWebhookBody, updateWebhookBody } from './webhook.schemas';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [AnalyticsModule, HistoryModule, LinksModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    WebhookCommands,
    WebhookDeliveries,
    WebhookPolicy,
    WebhookQueries,
    {
      provide: ClickReplays,
      inject: [ClickSource, ClickFilters, LinkQueries, LinkPresenter, CONFIG],
      useFactory: (
        clicks: ClickSource,
        filters: ClickFilters,
        links: LinkQueries,
        presenter: LinkPresenter,
        { clickRetention }: GatewayConfig,
      ) => new ClickReplays(clicks, filters, links, presenter, clickRetention),
    },
    {
      provide: WebhookSecrets,
      inject: [SECRETS],
      useFactory: ({ keyPepper }: GatewaySecrets) => new WebhookSecrets(keyPepper.value),
    },
  ],
})
export class WebhooksModule {
  constructor(
    lookups: ResourceLookups,
    webhooks: WebhookQueries,
    policy: WebhookPolicy,
    { httpAdapter }: HttpAdapterHost,
  ) {
    lookups.register('whk', (workspaceId, id) => webhooks.find(workspaceId, id));
    const fastify = httpAdapter.getInstance<FastifyInstance>();
    judgeRefused(fastify, createWebhookBody, (part, { caller }) => policy.problemsOf(part, caller));
    judgeRefused(fastify, updateWebhookBody, async (part, { caller, id }) => {
      const row = await webhooks.find(caller.subject.workspaceId, id);
      return row ? policy.problemsOf(part, caller, row.filters) : [];
    });
    judgeRefused(fastify, replayBody, async (part, { caller }) => problemsOfReplayed(part, caller.now));
  }
}
