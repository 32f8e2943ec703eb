import type { Pool } from 'pg';
import { LookupUnavailable, type FindMissing } from './missing-links';
import type { RedirectIndex } from './redirect-index';
import type { RedirectTarget } from './redirect-target';

/** How far the read model is that a row was read from. */
interface ReadModelState {
  readonly parked: boolean;
  readonly position: string;
}

/**
 * Asks the read model for a link by its address, whoever owns it: a visitor belongs to no workspace. Rejects with
 * {@link LookupUnavailable} when the link's row may be stale: its stream is parked there, or was parked in the index and
 * the read model is not as far yet. What the missing events did is unknown; the link may be deleted.
 */
export const findLinkIn =
  (pool: Pool, index: Pick<RedirectIndex, 'parkedAt'>): FindMissing =>
  async (domainId, alias) => {
    const { rows } = await pool.query<RedirectTarget & ReadModelState>(
      `SELECT l.*, coalesce(c.position, -1) AS position,
         EXISTS (SELECT FROM parked_streams p WHERE p.read_model = 'links' AND p.stream = 'link-' || substr(l.id, 6)) AS parked
       FROM links l LEFT JOIN checkpoints c ON c.read_model = 'links' WHERE l.domain_id = $1 AND l.alias_key = $2`,
      [domainId, alias.toLowerCase()],
    );
    if (!rows[0]) return null;
    const { parked, position, ...target } = rows[0];
    if (parked || BigInt(position) < (index.parkedAt(target.id) ?? -1n))
      throw new LookupUnavailable(`The events of ${target.id} are parked`);
    return target;
  };
