import type { SqlMigration } from '../sql-migration';

/** All links of a campaign, deleted ones included, in the order of creation. */
export const campaignMembers: SqlMigration = {
  version: 1764340000002,
  name: 'CampaignMembers',
  sql: `
  create index links_of_campaign on links (workspace_id, campaign_id, created_at, id) where campaign_id is not null;`,
};
