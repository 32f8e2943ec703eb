import { Inject, Injectable } from '@nestjs/common';
import { type Campaign, type CampaignRow, storedCampaignRecord } from '@contexts/campaigns';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import { firstRow, pageOfRows } from '../workspace-rows';
import type { ListCampaignsQuery } from './campaign.schemas';

/** What a record has besides its events, outside the ETag. */
export interface CampaignCounters {
  readonly link_count: number;
  readonly clicks: number;
}

export type CountedCampaign = CampaignRow & CampaignCounters;

const COUNTED = `
  SELECT k.*, coalesce(c.clicks, 0)::float8 AS clicks,
    coalesce((SELECT n.links FROM link_counts n WHERE n.workspace_id = $1 AND n.kind = 'campaign' AND n.key = k.id), 0)::float8
      AS link_count
  FROM campaigns k LEFT JOIN campaign_counters c ON c.campaign_id = k.id`;

const LIVE = 'k.workspace_id = $1 AND k.deleted_at IS NULL';

/** Queries of campaigns that are not deleted. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class CampaignQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** One page of a workspace's campaigns, newest first, and how many there are in all. */
  list(workspaceId: string, { status, ...paging }: ListCampaignsQuery) {
    const where = `${LIVE} AND ($2::text IS NULL OR k.status = $2)`;
    const listing = {
      rows: `${COUNTED} WHERE ${where}`,
      order: 'k.created_at DESC, k.id DESC',
      counted: `campaigns k WHERE ${where}`,
      values: [workspaceId, status ?? null],
    };
    return pageOfRows<CountedCampaign>(this.store, workspaceId, listing, paging);
  }

  /** The links among these that are in the workspace and not deleted. */
  links(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<{ id: string }>(
        'SELECT id FROM links WHERE workspace_id = $1 AND id = ANY($2::text[]) AND deleted_at IS NULL',
        [workspaceId, ids],
      );
      return new Set(rows.map(({ id }) => id));
    });
  }

  find(workspaceId: string, campaignId: string): Promise<CountedCampaign | null> {
    return firstRow<CountedCampaign>(this.store, workspaceId, {
      name: 'find campaign',
      text: `${COUNTED} WHERE ${LIVE} AND k.id = $2`,
      values: [workspaceId, campaignId],
    });
  }
}

/** The campaign record of the HTTP contract. */
export const presentCampaign = (campaign: Campaign, { link_count, clicks }: CampaignCounters) => {
  const { created_at, updated_at, ...rest } = storedCampaignRecord(campaign);
  return { ...rest, link_count, clicks, created_at, updated_at };
};
