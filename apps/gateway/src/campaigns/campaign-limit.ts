import { Inject, Injectable } from '@nestjs/common';
import type { ReadStore } from '@platform/read-store';
import { ResourceLimit } from '../resource-limit';
import { READ_STORE } from '../tokens';

/** Campaigns of a workspace that are not deleted. */
export const MOST_CAMPAIGNS = 1_000;

@Injectable()
export class CampaignLimit extends ResourceLimit {
  constructor(@Inject(READ_STORE) store: Pick<ReadStore, 'inWorkspace'>) {
    super(store, {
      reserve: 'reserve_campaign',
      release: 'DELETE FROM campaign_reservations WHERE workspace_id = $1 AND campaign_id = $2',
      most: MOST_CAMPAIGNS,
      reached: `A workspace may have ${MOST_CAMPAIGNS} campaigns; delete one first.`,
    });
  }
}
