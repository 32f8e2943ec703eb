import type { SqlMigration } from '@platform/read-store';

/** Finds links by destination and by external id. A destination is too long for an index: its digest is not. */
export const linkLookupMigration: SqlMigration = {
  version: 1763905000003,
  name: 'LinkLookup',
  sql: `
  alter table links add column destination_key text generated always as (md5(destination_url)) stored;
  create index links_by_destination on links (workspace_id, destination_key);
  create index links_by_external_id on links (workspace_id, external_id) where external_id is not null;`,
};
