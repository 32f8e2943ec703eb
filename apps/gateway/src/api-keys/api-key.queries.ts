import type { Key, KeyRow } from '@contexts/keys';
import type { ReadStore } from '@platform/read-store';

/** Everything of a key but its hash, which no query of the edge ever selects. */
export type ListedKey = Omit<Key, 'token_hash' | 'pepper_id'> & Pick<KeyRow, 'revision'>;

const COLUMNS = `id AS key_id, workspace_id, lineage, name, scope, start, expiration, created_at, created_by,
  revoked_at, revoke_reason, grace_ends_at, rotated_from, rotated_to, revision`;

/** What the edge reads of keys. Each query names its workspace, and runs behind row-level security besides. */
export class KeyQueries {
  constructor(private readonly store: ReadStore) {}

  /** One page of a workspace's keys, newest first, and how many there are in all. */
  list(workspaceId: string, page: number, limit: number): Promise<{ rows: ListedKey[]; total: number }> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [listed, counted] = await Promise.all([
        client.query<ListedKey>(
          `SELECT ${COLUMNS} FROM api_keys WHERE workspace_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
          [workspaceId, limit, (page - 1) * limit]),
        client.query<{ total: number }>('SELECT count(*)::float8 AS total FROM api_keys WHERE workspace_id = $1', [workspaceId]),
      ]);
      return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
    });
  }

  /** A key of the workspace, whatever its status, or null. */
  find(workspaceId: string, keyId: string): Promise<ListedKey | null> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<ListedKey>(`SELECT ${COLUMNS} FROM api_keys WHERE workspace_id = $1 AND id = $2`, [workspaceId, keyId]);
      return rows[0] ?? null;
    });
  }
}
