export { CAMPAIGN_CATEGORY, CAMPAIGN_STATUSES, campaignStream, inheritedBy } from './campaign';
export type { Campaign, CampaignEvent, CampaignFields, CampaignStatus, CampaignUtm } from './campaign';
export * from './campaign.decider';
export * from './campaign-list/campaign-list.projection';
export * from './campaign-timers/campaign-timers.projection';
export * from './campaign.public-names';
export * from './campaign.chronicle';
export * from './campaign.aggregate';
