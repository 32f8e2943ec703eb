import type { SqlMigration } from '../sql-migration';
import { countedRows } from './qr-code-counts';

/**
 * How many keys a workspace has: few are valid at a time, but those that are revoked or have expired stay. Of those that
 * are not recorded as revoked, the newest, and those that expire latest, which are the valid ones; and of the revoked
 * ones the newest. So a list of one status does not read the keys of the others.
 */
export const apiKeyCounts: SqlMigration = {
  version: 1764000000001,
  name: 'ApiKeyCounts',
  sql: `${countedRows('api_keys', 'api_key_counts', 'keys')}
  create index api_keys_revoked on api_keys (workspace_id, created_at, id) where revoked_at is not null;
  create index api_keys_not_revoked on api_keys (workspace_id, created_at, id) where revoked_at is null;
  create index api_keys_expiring on api_keys (workspace_id, expiration) where revoked_at is null;`,
};
