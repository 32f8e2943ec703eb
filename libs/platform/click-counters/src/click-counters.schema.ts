import { type SqlMigration, tenantTable } from '@platform/postgres';

/**
 * What a link's page shows about its clicks. These tables are telemetry, and no rebuild of read models touches them.
 * `link_visitors` remembers which visitors were counted on which UTC day, for a few days only. Its rows come in the
 * order of days, so a block range index finds the old ones and costs an insert next to nothing.
 */
export const clickCountersSchema: SqlMigration = {
  version: 1763712000001,
  name: 'ClickCounters',
  sql: `
  create table link_counters (
    link_id text primary key,
    workspace_id text not null,
    clicks bigint not null default 0,
    unique_clicks bigint not null default 0,
    bot_clicks bigint not null default 0,
    last_clicked_at timestamptz(3)
  );
  create index link_counters_clicks on link_counters (workspace_id, clicks);
  create index link_counters_last_clicked on link_counters (workspace_id, last_clicked_at);
  ${tenantTable('link_counters')}

  create table link_visitors (
    workspace_id text not null,
    link_id text not null,
    day date not null,
    visitor text not null,
    primary key (link_id, day, visitor)
  );
  create index link_visitors_day on link_visitors using brin (day);
  ${tenantTable('link_visitors')}

  create table click_checkpoints (
    reader text primary key,
    cursor jsonb not null,
    counted_until timestamptz(3)
  );`,
};

/**
 * The total that each reader has counted, written in the transaction of the counters: an audit can check whether they
 * add up without reading clicks. What was counted before this migration has a reader name of its own.
 */
export const clickTotalsSchema: SqlMigration = {
  version: 1763712000002,
  name: 'ClickTotals',
  sql: `
  alter table click_checkpoints add column counted bigint not null default 0;
  insert into click_checkpoints (reader, cursor, counted)
  select 'before totals', '{}', sum(clicks + bot_clicks) from link_counters having sum(clicks + bot_clicks) > 0;`,
};

/** Up to when the loaders have loaded each source of clicks. Analytics report it as `as_of`. */
export const clickSourcesSchema: SqlMigration = {
  version: 1763712000003,
  name: 'ClickSources',
  sql: `
  create table click_sources (
    source text primary key,
    loaded_until timestamptz(3) not null,
    heard_at timestamptz(3) not null,
    ended boolean not null
  );`,
};

/** Clicks by people on links while these were in a campaign. */
export const campaignCountersSchema: SqlMigration = {
  version: 1763915000002,
  name: 'CampaignCounters',
  sql: `
  create table campaign_counters (
    campaign_id text primary key,
    workspace_id text not null,
    clicks bigint not null default 0
  );
  ${tenantTable('campaign_counters')}`,
};

/** Clicks on a link that was undone, after which another workspace made one with its id: they count for the totals alone. */
export const foreignClicksSchema: SqlMigration = {
  version: 1764200000001,
  name: 'ForeignClicks',
  sql: 'alter table link_counters add column foreign_clicks bigint not null default 0;',
};
