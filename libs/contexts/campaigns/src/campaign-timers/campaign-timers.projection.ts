import type { Projection } from '@kernel';
import { CAMPAIGN_CATEGORY, type CampaignEvent, type CampaignStatus, STATUS_AFTER } from '../campaign';

/**
 * A row of `campaign_timers`: made by libs/platform/read-store/src/migrations/campaigns.ts, read by
 * apps/scheduler/src/due-timers.ts. A campaign that has not ended, and when its dates change it next.
 */
export interface CampaignTimerRow {
  /** Id of the campaign. */
  readonly id: string;
  readonly workspace_id: string;
  readonly stream: string;
  /** What comes next: a draft starts, others end. */
  readonly kind: 'start' | 'end';
  readonly status: CampaignStatus;
  /** RFC 3339 UTC. */
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  /** Null if no date is set for what comes next. */
  readonly due_at: string | null;
  /** Of the last event that concerns the dates or the status. */
  readonly revision: string;
}

/** An event's part of the row; null ends the timer, undefined leaves it as it is. */
type Timed = Pick<CampaignTimerRow, 'status' | 'starts_at' | 'ends_at'>;

const setBy = ({ type, data }: CampaignEvent): Partial<Timed> | null | undefined => {
  switch (type) {
    case 'CampaignCreated':
      return { status: 'draft', starts_at: data.starts_at ?? null, ends_at: data.ends_at ?? null };
    case 'CampaignUpdated': {
      const { starts_at, ends_at } = data.changes;
      return starts_at || ends_at
        ? { ...(starts_at && { starts_at: starts_at.to }), ...(ends_at && { ends_at: ends_at.to }) }
        : undefined;
    }
    case 'CampaignEnded':
    case 'CampaignDeleted':
    case 'CampaignPurged':
      return null;
    default: {
      const status = STATUS_AFTER[type];
      return status && { status };
    }
  }
};

export const campaignTimers: Projection<CampaignTimerRow, CampaignEvent> = {
  name: 'campaign_timers',
  categories: [CAMPAIGN_CATEGORY],
  keys: ({ event }) => (setBy(event) === undefined ? [] : [event.data.campaign_id]),
  evolve: (row, { event, metadata: { workspace_id }, stream, revision }, id) => {
    const set = setBy(event);
    if (!set || (!row && event.type !== 'CampaignCreated')) return null;
    const timed = { starts_at: null, ends_at: null, status: 'draft' as const, ...row, ...set };
    const isDraft = timed.status === 'draft';
    return {
      ...timed,
      id,
      workspace_id,
      stream,
      kind: isDraft ? 'start' : 'end',
      due_at: isDraft ? timed.starts_at : timed.ends_at,
      revision: revision.toString(),
    };
  },
};
