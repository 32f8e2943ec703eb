import type { SqlMigration } from '../sql-migration';

/**
 * The links of a custom domain in the order of creation, and apart from them those that are deleted, of a domain and of
 * a campaign: `links_in_campaign` has the others. So a list cannot pass over deleted links, whatever the planner
 * believes, and who wants both asks for each. The one without a workspace finds the links of a campaign for a query that
 * hides the workspace: before statistics know of deleted links, the planner would as soon read all of the workspace's.
 */
export const liveScopes: SqlMigration = {
  version: 1764340000004,
  name: 'LiveScopes',
  sql: `
  create index links_deleted_in_campaign on links (campaign_id, created_at, id)
    where campaign_id is not null and deleted_at is not null;
  create index links_of_domain on links (workspace_id, domain_id, created_at, id)
    where domain_id <> 'dom_default' and deleted_at is null;
  create index links_deleted_of_domain on links (workspace_id, domain_id, created_at, id)
    where domain_id <> 'dom_default' and deleted_at is not null;`,
};

export const liveScopesAlone: SqlMigration = {
  version: 1764340000008,
  name: 'LiveScopesAlone',
  sql: `drop index if exists links_ever_in_campaign, links_ever_of_domain;`,
};
