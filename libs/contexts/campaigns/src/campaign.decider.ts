import { type Command, type Decider, Rejection, sameJson } from '@kernel';
import {
  type Campaign,
  type CampaignChanges,
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

/** Merge semantics: absent leaves a field as it is, null clears it. */
export type UpdateCampaign = Command<
  'UpdateCampaign',
  Named & { readonly fields: { readonly [F in keyof CampaignFields]?: CampaignFields[F] | null } }
>;
export type SwitchCampaign = Command<'StartCampaign' | 'PauseCampaign' | 'ResumeCampaign' | 'EndCampaign', Timed>;
/** Records what the campaign's dates have brought by now. Only the scheduler sends it. */
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
  demandWindow(data, data);
  return [{ type: 'CampaignCreated', data }];
};

const update = (
  { campaign_id, workspace_id, fields }: UpdateCampaign['data'],
  campaign: Campaign | null,
): readonly CampaignEvent[] => {
  const before = ownCampaign(campaign, workspace_id);
  const changes = changesBetween(before, fields);
  if (changes.starts_at || changes.ends_at) demandWindow({ ...before, ...fields }, fields);
  return Object.keys(changes).length === 0 ? [] : [{ type: 'CampaignUpdated', data: { campaign_id, changes } }];
};

interface Switch {
  readonly from: readonly CampaignStatus[];
  readonly event: 'CampaignStarted' | 'CampaignPaused' | 'CampaignResumed' | 'CampaignEnded';
  /** The status after it is not allowed from `ends_at` on. */
  readonly beforeEnd?: true;
  readonly only: string;
}

const SWITCHES: Readonly<Record<SwitchCampaign['type'], Switch>> = {
  StartCampaign: { from: ['draft'], event: 'CampaignStarted', beforeEnd: true, only: 'Only a draft can be started.' },
  PauseCampaign: { from: ['active'], event: 'CampaignPaused', only: 'Only an active campaign can be paused.' },
  ResumeCampaign: {
    from: ['paused'],
    event: 'CampaignResumed',
    beforeEnd: true,
    only: 'Only a paused campaign can be resumed.',
  },
  EndCampaign: {
    from: ['active', 'paused'],
    event: 'CampaignEnded',
    only: 'Only an active or a paused campaign can be ended.',
  },
};

const turn = (
  { type, data: { campaign_id, workspace_id, now } }: SwitchCampaign,
  campaign: Campaign | null,
): readonly CampaignEvent[] => {
  const { status, ends_at } = ownCampaign(campaign, workspace_id);
  const { from, event, beforeEnd, only } = SWITCHES[type];
  if (!from.includes(status)) throw new Rejection('conflict', 'invalid_state', `${only} This one is ${status}.`);
  if (beforeEnd && isPast(ends_at, now))
    throw new Rejection('conflict', 'invalid_state', 'The campaign is past its ends_at.');
  return [{ type: event, data: { campaign_id } }];
};

/** After downtime a draft may be started and ended at once. */
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
  ownCampaign(campaign, workspace_id);
  return [{ type: 'CampaignDeleted', data: { campaign_id } }];
};

const purge = (
  { campaign_id, workspace_id }: PurgeCampaign['data'],
  campaign: Campaign | null,
): readonly CampaignEvent[] =>
  campaign?.workspace_id === workspace_id ? [{ type: 'CampaignPurged', data: { campaign_id } }] : [];

type Window = { readonly starts_at?: string | null; readonly ends_at?: string | null };

/** @param sent the fields of the request: one of them is named in the rejection */
const demandWindow = ({ starts_at, ends_at }: Window, sent: Window): void => {
  if (!starts_at || !ends_at || starts_at < ends_at) return;
  const problem = sent.ends_at
    ? { location: 'body.ends_at', message: 'must be later than starts_at' }
    : { location: 'body.starts_at', message: 'must be earlier than ends_at' };
  throw new Rejection('invalid', 'invalid_request', 'A campaign ends after it starts.', {}, [problem]);
};

/** Unknown, deleted or in another workspace: one answer, so that no caller learns which campaigns exist. */
const ownCampaign = (campaign: Campaign | null, workspaceId: string): Campaign => {
  if (campaign && !campaign.deleted_at && campaign.workspace_id === workspaceId) return campaign;
  throw new Rejection('not-found', 'not_found', 'There is no such resource.');
};

const changesBetween = (campaign: Campaign, fields: UpdateCampaign['data']['fields']): CampaignChanges =>
  Object.fromEntries(
    Object.entries({ ...fields })
      .map(
        ([field, wanted]) => [field as keyof CampaignFields, wanted ?? unset(field as keyof CampaignFields)] as const,
      )
      .filter(([field, to]) => !sameJson(campaign[field], to))
      .map(([field, to]) => [field, { from: campaign[field], to }]),
  );

const unset = (field: keyof CampaignFields) => {
  if (field !== 'name') return unsetFields[field];
  const problem = { location: 'body.name', message: 'cannot be cleared' };
  throw new Rejection('invalid', 'invalid_request', 'A campaign needs a name.', {}, [problem]);
};

export const campaignDecider: Decider<Campaign | null, CampaignCommand, CampaignEvent> = {
  initialState: null,
  evolve,
  decide: (command, campaign) => {
    switch (command.type) {
      case 'CreateCampaign':
        return create(command.data, campaign);
      case 'UpdateCampaign':
        return update(command.data, campaign);
      case 'AdvanceCampaign':
        return advance(command.data, campaign);
      case 'DeleteCampaign':
        return remove(command.data, campaign);
      case 'PurgeCampaign':
        return purge(command.data, campaign);
      default:
        return turn(command, campaign);
    }
  },
};
