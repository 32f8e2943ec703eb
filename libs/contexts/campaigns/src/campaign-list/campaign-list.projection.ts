import type { Projection } from '@kernel';
import { CAMPAIGN_CATEGORY, type Campaign, type CampaignEvent, evolve } from '../campaign';

/**
 * A row of `campaigns`: made by libs/platform/read-store/src/migrations/campaigns.ts, read by
 * apps/gateway/src/campaigns/campaign.queries.ts. A deleted campaign keeps its row until its workspace is purged.
 */
export interface CampaignRow extends Campaign {
  /** Of the last event: the version in the ETag. */
  readonly revision: string;
}

export const campaignList: Projection<CampaignRow, CampaignEvent> = {
  name: 'campaigns',
  categories: [CAMPAIGN_CATEGORY],
  keys: ({ event }) => [event.data.campaign_id],
  evolve: (row, { event, metadata, revision }) => {
    if (event.type === 'CampaignPurged') return null;
    const campaign = evolve(row, event, metadata);
    return campaign && { ...campaign, revision: revision.toString() };
  },
};
