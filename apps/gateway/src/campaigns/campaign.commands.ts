import { Injectable } from '@nestjs/common';
import { idOf } from '@kernel';
import {
  type Campaign,
  type CampaignCommand,
  type DeleteCampaign,
  type SwitchCampaign,
  campaignStream,
} from '@contexts/campaigns';
import { type Caller, metadataOf } from '../caller';
import { Commands, type Send, type Sent } from '../commands';
import { CampaignLimit } from './campaign-limit';
import type { CreateCampaignBody, UpdateCampaignBody } from './campaign.schemas';

/** Turns a validated body into a command, and returns its outcome. */
@Injectable()
export class CampaignCommands {
  constructor(
    private readonly commands: Commands,
    private readonly limit: CampaignLimit,
  ) {}

  /** @throws Rejection `limit_reached` where the workspace has as many campaigns as it may */
  create(fields: CreateCampaignBody, caller: Caller): Promise<Sent<Campaign>> {
    const { workspaceId } = caller.subject;
    const id = idOf('cmp', caller.commandId);
    const data = { ...fields, campaign_id: id, workspace_id: workspaceId };
    return this.limit.within(workspaceId, id, () =>
      this.send(id, { type: 'CreateCampaign', data }, caller, { fresh: caller.firstAttempt }),
    );
  }

  update(
    id: string,
    fields: UpdateCampaignBody,
    caller: Caller,
    expected?: readonly bigint[],
  ): Promise<Sent<Campaign>> {
    const data = { campaign_id: id, workspace_id: caller.subject.workspaceId, fields };
    return this.send(id, { type: 'UpdateCampaign', data }, caller, { expected });
  }

  /** Starts, pauses, resumes, ends or deletes a campaign. */
  change(
    type: (SwitchCampaign | DeleteCampaign)['type'],
    id: string,
    caller: Caller,
    expected?: readonly bigint[],
  ): Promise<Sent<Campaign>> {
    const data = { campaign_id: id, workspace_id: caller.subject.workspaceId, now: caller.now };
    return this.send(id, { type, data }, caller, { expected });
  }

  private send(
    id: string,
    command: CampaignCommand,
    caller: Caller,
    options: Pick<Send, 'expected' | 'fresh'>,
  ): Promise<Sent<Campaign>> {
    return this.commands.send({ stream: campaignStream(id), command, metadata: metadataOf(caller), ...options });
  }
}
