import { Injectable } from '@nestjs/common';
import type { Problem } from '@kernel';
import type { Caller } from '../caller';
import { ResourceLookups } from '../existence';

/** Checks the campaign that a link is to belong to. */
@Injectable()
export class LinkCampaigns {
  constructor(private readonly lookups: ResourceLookups) {}

  /** An unknown campaign and another workspace's have one answer. */
  async problemsOf({ campaign_id: id }: { readonly campaign_id?: unknown }, { subject }: Caller): Promise<Problem[]> {
    if (typeof id !== 'string') return [];
    const exists = id.startsWith('cmp_') && (await this.lookups.exists(subject.workspaceId, id));
    return exists ? [] : [{ location: 'body.campaign_id', message: 'is not a campaign of this workspace' }];
  }
}
