import type { Pool } from 'pg';
import type { FindMissing } from './missing-links';
import type { RedirectTarget } from './redirect-target';

/** Asks the read model for a link by its address, whoever owns it: a visitor belongs to no workspace. */
export const findLinkIn =
  (pool: Pool): FindMissing =>
  async (domainId, alias) => {
    const { rows } = await pool.query<RedirectTarget>('SELECT * FROM links WHERE domain_id = $1 AND alias_key = $2', [
      domainId,
      alias.toLowerCase(),
    ]);
    return rows[0] ?? null;
  };
