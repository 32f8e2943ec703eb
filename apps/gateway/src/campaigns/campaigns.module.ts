import { Module } from '@nestjs/common';
import { ResourceLookups } from '../existence';
import { HistoryModule } from '../history/history.module';
import { LinksModule } from '../links/links.module';
import { campaignLimitMigration } from './campaign-limit.migration';
import { CampaignLinksController } from './campaign-links.controller';
import { CampaignLinks } from './campaign-links';
import { CampaignCommands } from './campaign.commands';
import { CampaignQueries } from './campaign.queries';
import { CampaignsController } from './campaigns.controller';

@Module({
  imports: [HistoryModule, LinksModule],
  controllers: [CampaignsController, CampaignLinksController],
  providers: [CampaignCommands, CampaignLinks, CampaignQueries],
  exports: [CampaignQueries],
})
export class CampaignsModule {
  static readonly migrations = [campaignLimitMigration];

  constructor(lookups: ResourceLookups, campaigns: CampaignQueries) {
    lookups.register('cmp', (workspaceId, id) => campaigns.find(workspaceId, id));
  }
}
