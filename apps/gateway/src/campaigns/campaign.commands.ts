import { Injectable } from '@nestjs/common';
import { idOf } from '@kernel';
import {
  type Campaign,
  type CampaignCommand,
  type DeleteCampaign,
  type SwitchCampaign,
  campaignStream,
} from '@contexts/campaigns';
import { type Caller, type AcceptedRevisions, metadataOf } from '../caller';
import { Commands, type SendOptions, type Sent } from '../commands';
import { type ResourceLimit, ResourceLimits } from '../resource-limits';
import type { CreateCampaignBody, UpdateCampaignBody } from './campaign.schemas';

/** Campaigns of a workspace that are not deleted. */
export const CAMPAIGN_LIMIT: ResourceLimit = {
  kind: 'campaigns',
  table: 'campaigns',
  counted: 'deleted_at IS NULL',
  most: 1_000,
  detail: 'A workspace may have 1000 campaigns; delete one first.',
};

/** Turns a validated body into a command, and returns its outcome. */
@Injectable()
export class CampaignCommands {
  constructor(
    private readonly commands: Commands,
    private readonly limits: ResourceLimits,
  ) {}

  /** @throws Rejection `limit_reached` where the workspace has as many campaigns as it may */
  create(fields: CreateCampaignBody, caller: Caller): Promise<Sent<Campaign>> {
    const { workspaceId } = caller.subject;
    const id = idOf('cmp', caller.commandId);
    const data = { ...fields, campaign_id: id, workspace_id: workspaceId };
    return this.limits.within(CAMPAIGN_LIMIT, workspaceId, id, () =>
      this.send(id, { type: 'CreateCampaign', data }, caller, { fresh: caller.firstAttempt }),
    );
  }

  update(
    id: string,
    fields: UpdateCampaignBody,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Campaign>> {
    const data = { campaign_id: id, workspace_id: caller.subject.workspaceId, fields };
    return this.send(id, { type: 'UpdateCampaign', data }, caller, { expected });
  }

  /** Starts, pauses, resumes, ends or deletes a campaign. */
  change(
    type: (SwitchCampaign | DeleteCampaign)['type'],
    id: string,
    caller: Caller,
    expected?: AcceptedRevisions,
  ): Promise<Sent<Campaign>> {
    const data = { campaign_id: id, workspace_id: caller.subject.workspaceId, now: caller.now };
    return this.send(id, { type, data }, caller, { expected });
  }

  private send(id: string, command: CampaignCommand, caller: Caller, options: SendOptions): Promise<Sent<Campaign>> {
    return this.commands.send({ stream: campaignStream(id), command, metadata: metadataOf(caller), ...options });
  }
}
