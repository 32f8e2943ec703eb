import type { SqlMigration } from '../sql-migration';

/** The links of a campaign, and those of a custom domain, in the order of creation, deleted ones included. */
export const linkScopes: SqlMigration = {
  version: 1764340000002,
  name: 'LinkScopes',
  sql: `
  create index links_ever_in_campaign on links (workspace_id, campaign_id, created_at, id) where campaign_id is not null;
  create index links_ever_of_domain on links (workspace_id, domain_id, created_at, id) where domain_id <> 'dom_default';`,
};
