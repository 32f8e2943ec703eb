import { type ResourceRow, resourceRows } from '@kernel';
import { CAMPAIGN_CATEGORY, type Campaign, type CampaignEvent, evolve } from '../campaign';

/**
 * A row of `campaigns`: made by libs/platform/read-store/src/migrations/campaigns.ts, read by
 * apps/gateway/src/campaigns/campaign.queries.ts. A deleted campaign keeps its row until its workspace is purged.
 */
export type CampaignRow = ResourceRow<Campaign>;

export const campaignList = resourceRows<Campaign, CampaignEvent>('campaigns', CAMPAIGN_CATEGORY, {
  idOf: ({ data }) => data.campaign_id,
  evolve,
  purged: 'CampaignPurged',
});
