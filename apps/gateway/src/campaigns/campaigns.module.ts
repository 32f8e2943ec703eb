import { Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { ResourceLookups } from '../existence';
import { HistoryModule } from '../history/history.module';
import { LinksModule } from '../links/links.module';
import { problemsOfWindow } from '../links/link.policy';
import { judgeRefused } from '../refusals';
import { campaignLimitMigration } from './campaign-limit.migration';
import { CampaignLinksController } from './campaign-links.controller';
import { CampaignLinks } from './campaign-links';
import { CampaignCommands } from './campaign.commands';
import { CampaignQueries } from './campaign.queries';
import { createCampaignBody, updateCampaignBody } from './campaign.schemas';
import { CampaignsController } from './campaigns.controller';

@Module({
  imports: [HistoryModule, LinksModule],
  controllers: [CampaignsController, CampaignLinksController],
  providers: [CampaignCommands, CampaignLinks, CampaignQueries],
  exports: [CampaignQueries],
})
export class CampaignsModule {
  static readonly migrations = [campaignLimitMigration];

  constructor(lookups: ResourceLookups, campaigns: CampaignQueries, { httpAdapter }: HttpAdapterHost) {
    lookups.register('cmp', (workspaceId, id) => campaigns.find(workspaceId, id));
    const fastify = httpAdapter.getInstance<FastifyInstance>();
    for (const schema of [createCampaignBody, updateCampaignBody])
      judgeRefused(fastify, schema, async (part) => problemsOfWindow(part, 'ends_at'));
  }
}
