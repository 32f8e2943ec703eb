import { type SqlMigration, tenantTable } from '@platform/read-store';

/**
 * What a link's page shows about its clicks. These tables are telemetry and stand outside every rebuild of read models.
 * `link_visitors` remembers who has been counted on which UTC day, for a few days only; its rows come in the order of days, so
 * that a block range index finds the old ones and costs an insert next to nothing.
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
 * What each reader has counted in all, in the transaction of the counters: so that an audit can tell whether they add up
 * without reading clicks. What was counted before stands under a name of its own.
 */
export const clickTotalsSchema: SqlMigration = {
  version: 1763712000002,
  name: 'ClickTotals',
  sql: `
  alter table click_checkpoints add column counted bigint not null default 0;
  insert into click_checkpoints (reader, cursor, counted)
  select 'before totals', '{}', sum(clicks + bot_clicks) from link_counters having sum(clicks + bot_clicks) > 0;`,
};
