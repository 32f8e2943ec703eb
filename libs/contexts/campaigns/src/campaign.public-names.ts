import type { CampaignEvent } from './campaign';

/**
 * The public names of campaign events: in histories and in webhooks. A purge has none, because nobody can read about
 * its campaign.
 */
export const CAMPAIGN_EVENT_NAMES: Readonly<Record<Exclude<CampaignEvent['type'], 'CampaignPurged'>, string>> = {
  CampaignCreated: 'campaign.created',
  CampaignUpdated: 'campaign.updated',
  CampaignStarted: 'campaign.started',
  CampaignPaused: 'campaign.paused',
  CampaignResumed: 'campaign.resumed',
  CampaignEnded: 'campaign.ended',
  CampaignDeleted: 'campaign.deleted',
};
