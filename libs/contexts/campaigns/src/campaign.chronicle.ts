import type { Chronicle } from '@kernel';
import type { Campaign, CampaignEvent } from './campaign';
import { type CampaignRow, campaignList } from './campaign-list/campaign-list.projection';
import { CAMPAIGN_EVENT_NAMES } from './campaign.public-names';

/** The fields of the HTTP contract's campaign record that come from events: neither its links nor their clicks. */
export const storedCampaignRecord = (campaign: Campaign) => ({
  id: campaign.id,
  name: campaign.name,
  description: campaign.description,
  status: campaign.status,
  starts_at: campaign.starts_at,
  ends_at: campaign.ends_at,
  utm_source: campaign.utm_source,
  utm_medium: campaign.utm_medium,
  utm_campaign: campaign.utm_campaign,
  tags: campaign.tags,
  created_at: campaign.created_at,
  updated_at: campaign.updated_at,
});

/** Histories and public events of campaigns. */
export const campaignChronicle: Chronicle<CampaignRow, CampaignEvent> = {
  projection: campaignList,
  names: CAMPAIGN_EVENT_NAMES,
  record: storedCampaignRecord,
};
