import { Injectable } from '@nestjs/common';
import type { Problem } from '@kernel';
import { ResourceLookups } from '../existence';
import { fieldOf } from './link-urls';
import { campaignId } from './link-fields.schemas';

/** Checks the campaign that a link is to belong to. */
@Injectable()
export class LinkCampaigns {
  private readonly refused = new WeakSet<object>();

  constructor(private readonly lookups: ResourceLookups) {}

  /** Looks up the campaign that a body names, if it can be the id of one. */
  async prepare(body: unknown, workspaceId: string): Promise<void> {
    const id = fieldOf(body, 'campaign_id');
    if (typeof id !== 'string' || !campaignId.safeParse(id).success) return;
    const exists = await this.lookups.exists('cmp', workspaceId, id);
    if (!exists) this.refused.add(body as object);
  }

  /** Of a prepared body. An unknown campaign and another workspace's have one answer. */
  problemsOf(body: unknown): Problem[] {
    return this.refused.has(body as object)
      ? [{ location: 'body.campaign_id', message: 'is not a campaign of this workspace' }]
      : [];
  }
}
