import {
  type Command,
  type Decider,
  type Edit,
  Rejection,
  type Written,
  changesOf,
  decideBy,
  demandLive,
  demandWindow,
  markingPurge,
  purgeOnce,
  valuesOf,
} from '@kernel';
import {
  type Campaign,
  type CampaignEvent,
  type CampaignFields,
  type CampaignStatus,
  evolve,
  unsetFields,
} from './campaign';

interface Named {
  readonly campaign_id: string;
  readonly workspace_id: string;
}
/** @param now RFC 3339 UTC, by the database's clock */
interface Timed extends Named {
  readonly now: string;
}

export type CreateCampaign = Command<
  'CreateCampaign',
  Named & Pick<CampaignFields, 'name'> & Partial<Omit<CampaignFields, 'name'>>
>;

export type UpdateCampaign = Command<'UpdateCampaign', Named & { readonly fields: Edit<CampaignFields> }>;
export type SwitchCampaign = Command<'StartCampaign' | 'PauseCampaign' | 'ResumeCampaign' | 'EndCampaign', Timed>;
/** Starts or ends the campaign when its dates say so. Only the scheduler sends it. */
export type AdvanceCampaign = Command<'AdvanceCampaign', Timed>;
export type DeleteCampaign = Command<'DeleteCampaign', Named>;
/** Only sent once its workspace is purged. */
export type PurgeCampaign = Command<'PurgeCampaign', Named>;

export type CampaignCommand =
  CreateCampaign | UpdateCampaign | SwitchCampaign | AdvanceCampaign | DeleteCampaign | PurgeCampaign;

const create = (
  { workspace_id: _, ...data }: CreateCampaign['data'],
  campaign: Campaign | null,
): readonly CampaignEvent[] => {
  if (campaign) throw new Rejection('conflict', 'conflict', 'This campaign exists already.');
  demandOrder(data, data);
  return [{ type: 'CampaignCreated', data }];
};

const update = (
  { campaign_id, workspace_id, fields }: UpdateCampaign['data'],
  campaign: Campaign | null,
): readonly CampaignEvent[] => {
  const before = demandLive(campaign, workspace_id);
  const changes = changesOf<CampaignFields>(before, valuesOf(fields, unset));
  if (changes.starts_at || changes.ends_at) demandOrder({ ...before, ...fields }, fields);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'CampaignUpdated', data: { campaign_id, changes } }];
};

interface Switch {
  readonly from: readonly CampaignStatus[];
  readonly event: 'CampaignStarted' | 'CampaignPaused' | 'CampaignResumed' | 'CampaignEnded';
  /** The status after it is not allowed from `ends_at` on. */
  readonly beforeEnd?: true;
  readonly only: string;
}

const turn =
  ({ from, event, beforeEnd, only }: Switch) =>
  ({ campaign_id, workspace_id, now }: Timed, campaign: Campaign | null): readonly CampaignEvent[] => {
    const { status, ends_at } = demandLive(campaign, workspace_id);
    if (!from.includes(status)) throw new Rejection('conflict', 'invalid_state', `${only} This one is ${status}.`);
    if (beforeEnd && isPast(ends_at, now))
      throw new Rejection('conflict', 'invalid_state', 'The campaign is past its ends_at.');
    return [{ type: event, data: { campaign_id } }];
  };

/** After downtime both dates may have passed: then a draft starts and ends at once. */
const advance = (
  { campaign_id, now }: AdvanceCampaign['data'],
  campaign: Campaign | null,
): readonly CampaignEvent[] => {
  if (!campaign || campaign.deleted_at) return [];
  const starts = campaign.status === 'draft' && isPast(campaign.starts_at, now);
  const runs = starts || campaign.status === 'active' || campaign.status === 'paused';
  const ends = runs && isPast(campaign.ends_at, now);
  const data = { campaign_id };
  return [
    ...(starts ? [{ type: 'CampaignStarted', data } as const] : []),
    ...(ends ? [{ type: 'CampaignEnded', data } as const] : []),
  ];
};

const isPast = (instant: string | null, now: string): boolean => instant !== null && instant <= now;

const remove = (
  { campaign_id, workspace_id }: DeleteCampaign['data'],
  campaign: Campaign | null,
): readonly CampaignEvent[] => {
  demandLive(campaign, workspace_id);
  return [{ type: 'CampaignDeleted', data: { campaign_id } }];
};

const demandOrder = (window: Edit<CampaignFields>, sent: Edit<CampaignFields>): void =>
  demandWindow('ends_at', window, sent, 'A campaign ends after it starts.');

const unset = (field: keyof CampaignFields) => {
  if (field !== 'name') return unsetFields[field];
  const problem = { location: 'body.name', message: 'cannot be cleared' };
  throw new Rejection('invalid', 'invalid_request', 'A campaign needs a name.', {}, [problem]);
};

export const campaignDecider: Decider<Written<Campaign> | null, CampaignCommand, CampaignEvent> = {
  initialState: null,
  evolve: markingPurge(evolve, 'CampaignPurged'),
  decide: decideBy({
    CreateCampaign: create,
    UpdateCampaign: update,
    StartCampaign: turn({
      from: ['draft'],
      event: 'CampaignStarted',
      beforeEnd: true,
      only: 'Only a draft can be started.',
    }),
    PauseCampaign: turn({ from: ['active'], event: 'CampaignPaused', only: 'Only an active campaign can be paused.' }),
    ResumeCampaign: turn({
      from: ['paused'],
      event: 'CampaignResumed',
      beforeEnd: true,
      only: 'Only a paused campaign can be resumed.',
    }),
    EndCampaign: turn({
      from: ['active', 'paused'],
      event: 'CampaignEnded',
      only: 'Only an active or a paused campaign can be ended.',
    }),
    AdvanceCampaign: advance,
    DeleteCampaign: remove,
    PurgeCampaign: purgeOnce(({ campaign_id }) => ({ type: 'CampaignPurged', data: { campaign_id } })),
  }),
};
