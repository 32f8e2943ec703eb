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

/**
 * Finds the oldest link of a destination that is not deleted. Without the order, the planner would look for a destination
 * that seems frequent, as that of deleted links does, among all links from the oldest on.
 */
const LIVE = `
  create index if not exists links_by_live_destination on links (workspace_id, destination_key, created_at, id)
    where deleted_at is null;`;

export const liveDestinations: SqlMigration = { version: 1764340000006, name: 'LiveDestinations', sql: LIVE };

/** In a step of its own: whatever reads the table holds up a drop, which would undo what was built before it. */
export const liveDestinationsAlone: SqlMigration = {
  version: 1764340000010,
  name: 'LiveDestinationsAlone',
  sql: `${LIVE}
  drop index if exists links_by_destination;`,
};
