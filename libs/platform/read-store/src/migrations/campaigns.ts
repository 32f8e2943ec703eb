import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * Campaigns, and the times at which their dates change them: kept by the projector from campaign events. The index on
 * links lists the links of a campaign, the newest first, and counts them without reading them.
 */
export const campaigns: SqlMigration = {
  version: 1763915000001,
  name: 'Campaigns',
  sql: `
  create table campaigns (
    id text primary key,
    workspace_id text not null,
    name text not null,
    description text,
    status text not null check (status in ('draft', 'active', 'paused', 'ended')),
    starts_at timestamptz(3),
    ends_at timestamptz(3),
    utm_source text,
    utm_medium text,
    utm_campaign text,
    tags text[] not null default '{}',
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null
  );
  create index campaigns_newest on campaigns (workspace_id, created_at, id);
  create index campaigns_deleted on campaigns (deleted_at) where deleted_at is not null;
  ${tenantTable('campaigns')}

  create table campaign_timers (
    id text primary key,
    workspace_id text not null,
    stream text not null,
    kind text not null check (kind in ('start', 'end')),
    status text not null,
    starts_at timestamptz(3),
    ends_at timestamptz(3),
    due_at timestamptz(3),
    revision bigint not null
  );
  create index campaign_timers_due on campaign_timers (due_at);
  ${tenantTable('campaign_timers')}

  create index links_in_campaign on links (workspace_id, campaign_id, created_at desc, id desc)
    where campaign_id is not null and deleted_at is null;`,
};
