import { type Changes, type Event, type Metadata, changedTo } from '@kernel';

export const CAMPAIGN_CATEGORY = 'campaign';
export const campaignStream = (campaignId: string): string => `${CAMPAIGN_CATEGORY}-${campaignId.slice('cmp_'.length)}`;

export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'ended'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The fields that links inherit when they redirect. */
export interface CampaignUtm {
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_campaign: string | null;
}

/** The utm fields of a member of a campaign as visits see it: the link's own come first. */
export const inheritedBy = (link: CampaignUtm, campaign: CampaignUtm): CampaignUtm => ({
  utm_source: link.utm_source ?? campaign.utm_source,
  utm_medium: link.utm_medium ?? campaign.utm_medium,
  utm_campaign: link.utm_campaign ?? campaign.utm_campaign,
});

/** The editable fields. */
export interface CampaignFields extends CampaignUtm {
  readonly name: string;
  readonly description: string | null;
  /** RFC 3339 UTC. The scheduler starts a draft then. */
  readonly starts_at: string | null;
  /** RFC 3339 UTC. The scheduler ends an active or paused campaign then. */
  readonly ends_at: string | null;
  readonly tags: readonly string[];
}

/** The values of fields that no event sets, and of those that an edit clears. */
export const unsetFields: Omit<CampaignFields, 'name'> = {
  description: null,
  starts_at: null,
  ends_at: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  tags: [],
};

interface Named {
  readonly campaign_id: string;
}

export type CampaignCreated = Event<
  'CampaignCreated',
  Named & Pick<CampaignFields, 'name'> & Partial<Omit<CampaignFields, 'name'>>
>;
export type CampaignUpdated = Event<'CampaignUpdated', Named & { readonly changes: Changes<CampaignFields> }>;
export type CampaignStarted = Event<'CampaignStarted', Named>;
export type CampaignPaused = Event<'CampaignPaused', Named>;
export type CampaignResumed = Event<'CampaignResumed', Named>;
export type CampaignEnded = Event<'CampaignEnded', Named>;
export type CampaignDeleted = Event<'CampaignDeleted', Named>;
/** Its workspace was purged. No read model keeps it. */
export type CampaignPurged = Event<'CampaignPurged', Named>;
export type CampaignEvent =
  | CampaignCreated
  | CampaignUpdated
  | CampaignStarted
  | CampaignPaused
  | CampaignResumed
  | CampaignEnded
  | CampaignDeleted
  | CampaignPurged;

/** The status that an event brings. */
export const STATUS_AFTER: Readonly<Partial<Record<string, CampaignStatus>>> = {
  CampaignStarted: 'active',
  CampaignPaused: 'paused',
  CampaignResumed: 'active',
  CampaignEnded: 'ended',
} satisfies Partial<Record<CampaignEvent['type'], CampaignStatus>>;

export interface Campaign extends CampaignFields {
  readonly id: string;
  readonly workspace_id: string;
  readonly status: CampaignStatus;
  readonly deleted_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fold of the write side and of the read model. */
export const evolve = (campaign: Campaign | null, event: CampaignEvent, metadata: Metadata): Campaign | null => {
  const { at, workspace_id } = metadata;
  if (event.type === 'CampaignCreated') {
    const { campaign_id: id, name } = event.data;
    const times = { deleted_at: null, created_at: at, updated_at: at };
    return { id, workspace_id, name, ...optionalFields(event.data), status: 'draft', ...times };
  }
  if (!campaign) return null;
  switch (event.type) {
    case 'CampaignUpdated':
      return { ...campaign, ...changedTo(event.data.changes), updated_at: at };
    case 'CampaignDeleted':
    case 'CampaignPurged':
      return { ...campaign, deleted_at: at, updated_at: at };
    default: {
      const status = STATUS_AFTER[event.type];
      return status ? { ...campaign, status, updated_at: at } : campaign;
    }
  }
};

const optionalFields = (data: CampaignCreated['data']): Omit<CampaignFields, 'name'> => ({
  description: data.description ?? unsetFields.description,
  starts_at: data.starts_at ?? unsetFields.starts_at,
  ends_at: data.ends_at ?? unsetFields.ends_at,
  utm_source: data.utm_source ?? unsetFields.utm_source,
  utm_medium: data.utm_medium ?? unsetFields.utm_medium,
  utm_campaign: data.utm_campaign ?? unsetFields.utm_campaign,
  tags: data.tags ?? unsetFields.tags,
});
