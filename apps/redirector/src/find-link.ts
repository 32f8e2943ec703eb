import type { CampaignUtm } from '@contexts/campaigns';
import { LINK_CATEGORY } from '@contexts/links';
import { WORKSPACE_CATEGORY } from '@contexts/workspaces';
import type { Pool } from 'pg';
import { LookupUnavailable, type FindMissing } from './missing-links';
import type { RedirectIndex } from './redirect-index';
import { type RedirectTarget, inheriting } from './redirect-target';

/** Whether the read models have parked the stream of the link or of its workspace, and the position of the links'. */
interface ReadModelState {
  readonly parked: boolean;
  readonly position: string;
  /** What the link inherits; all null without a campaign. */
  readonly campaign: CampaignUtm;
}

/**
 * Looks a link up in the read model by its address, in all workspaces: a visitor belongs to none. Rejects with
 * {@link LookupUnavailable} when the link's row may be stale: a read model has parked its stream or its workspace's, or
 * the index has parked it at a position that the read model has not reached. The missing events may have deleted the
 * link. A link of a deleted workspace is not found.
 */
export const findLinkIn =
  (pool: Pool, index: Pick<RedirectIndex, 'parkedAt'>): FindMissing =>
  async (domainId, alias) => {
    const { rows } = await pool.query<RedirectTarget & ReadModelState>(
      `SELECT l.*, coalesce(c.position, -1) AS position,
         EXISTS (SELECT FROM parked_streams p
           WHERE p.read_model = 'links' AND p.stream = '${LINK_CATEGORY}-' || substr(l.id, 6)
           OR p.read_model = 'workspaces'
             AND p.stream = '${WORKSPACE_CATEGORY}-' || substr(l.workspace_id, 4)) AS parked,
         jsonb_build_object('utm_source', k.utm_source, 'utm_medium', k.utm_medium, 'utm_campaign', k.utm_campaign)
           AS campaign
       FROM links l LEFT JOIN checkpoints c ON c.read_model = 'links'
         LEFT JOIN campaigns k ON k.id = l.campaign_id AND k.deleted_at IS NULL
       WHERE l.domain_id = $1 AND l.alias_key = $2
         AND NOT EXISTS (SELECT FROM workspaces w WHERE w.id = l.workspace_id AND w.deleted_at IS NOT NULL)`,
      [domainId, alias.toLowerCase()],
    );
    if (!rows[0]) return null;
    const { parked, position, campaign, ...target } = rows[0];
    if (parked || BigInt(position) < (index.parkedAt(target.id) ?? -1n))
      throw new LookupUnavailable(`The events of ${target.id} are parked`);
    return inheriting(target, campaign);
  };
