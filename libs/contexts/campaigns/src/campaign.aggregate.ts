import { type Aggregate, awaitedRows, purgedBy, timerRows } from '@kernel';
import { CAMPAIGN_CATEGORY, type CampaignEvent, campaignStream } from './campaign';
import { campaignChronicle } from './campaign.chronicle';
import { campaignDecider } from './campaign.decider';
import { campaignList } from './campaign-list/campaign-list.projection';
import { type CampaignTimerRow, campaignTimers } from './campaign-timers/campaign-timers.projection';

const campaigns = awaitedRows(campaignList, ({ id }) => campaignStream(id));

const timers = timerRows(campaignTimers);

export const campaignAggregate: Aggregate<CampaignEvent> = {
  category: CAMPAIGN_CATEGORY,
  service: 'links',
  decider: campaignDecider,
  readModels: [campaigns, timers],
  resource: { idPrefix: 'cmp', readModel: campaigns, streamOf: campaignStream },
  timers: [
    {
      table: campaignTimers.name,
      removedBy: 'projector',
      // The revision distinguishes the start from the end, and several schedulers record each once.
      commandOf: ({ id, workspace_id, revision }: CampaignTimerRow, now: string) => ({
        command: { type: 'AdvanceCampaign', data: { campaign_id: id, workspace_id, now } },
        subject: id,
        occurrence: `AdvanceCampaign/${id}/${revision}`,
      }),
    },
  ],
  purge: purgedBy(campaigns, 'PurgeCampaign', 'campaign_id'),
  chronicle: () => campaignChronicle,
};
