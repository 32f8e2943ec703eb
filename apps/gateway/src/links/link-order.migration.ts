import type { SqlMigration } from '@platform/read-store';

/** A list of links by clicks or by the last click reads these indexes in order, ties by id included. */
export const linkOrderMigration: SqlMigration = {
  version: 1763712000200,
  name: 'LinkOrder',
  sql: `
  create index link_counters_by_clicks on link_counters (workspace_id, clicks, link_id);
  create index link_counters_by_last_click on link_counters (workspace_id, last_clicked_at, link_id);
  drop index link_counters_clicks, link_counters_last_clicked;`,
};

/** A list of the links of a campaign, the newest first. Replaced below. */
export const campaignLinksMigration: SqlMigration = {
  version: 1763905000002,
  name: 'CampaignLinks',
  sql: `
  create index links_of_campaign on links (workspace_id, campaign_id, created_at desc, id desc) where campaign_id is not null;`,
};

/** `links_in_campaign` of the campaigns' migration does its work, and counts besides. */
export const campaignLinksReplaced: SqlMigration = {
  version: 1763915000005,
  name: 'CampaignLinksReplaced',
  sql: 'drop index links_of_campaign;',
};
