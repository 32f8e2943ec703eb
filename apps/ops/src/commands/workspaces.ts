import type { Installation } from '../installation';
import { type CommandReport, table } from '../output';

interface Found {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly created_at: string;
  readonly deleted_at: string | null;
  readonly purge_at: string | null;
  readonly purged_at: string | null;
}

/** `ops workspaces [--deleted] [--limit n]`: the last changed ones first; purged ones only among the deleted. */
export const workspaces = async (
  { pool }: Installation,
  { deleted, limit }: { readonly deleted: boolean; readonly limit: number },
): Promise<CommandReport> => {
  const { rows } = await pool.query<Found>(
    `SELECT id, name, plan, created_at, deleted_at, purge_at, purged_at FROM workspaces
     WHERE ($1 AND deleted_at IS NOT NULL) OR (NOT $1 AND purged_at IS NULL)
     ORDER BY greatest(created_at, deleted_at) DESC, id LIMIT $2`,
    [deleted, limit],
  );
  return {
    value: rows,
    lines: table(
      ['workspace', 'plan', 'created', 'state', 'name'],
      rows.map((row) => [row.id, row.plan, row.created_at, stateOf(row), row.name]),
    ),
  };
};

const stateOf = ({ deleted_at, purge_at, purged_at }: Found): string => {
  if (purged_at) return `purged ${purged_at}`;
  return deleted_at ? `deleted, can be restored until ${purge_at}` : 'active';
};
