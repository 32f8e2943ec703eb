import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * With row-level security, conditions that call functions, like `lower(alias) = $1` or `tags && $1`, cannot use
 * indexes. So queries look up an alias by `alias_key`, and filter the workspace's links by tags; an index on tags would
 * only cost writes.
 */
export const links: SqlMigration = {
  version: 1763683200006,
  name: 'Links',
  sql: `
  create table links (
    id text primary key,
    workspace_id text not null,
    domain_id text not null,
    domain text not null,
    alias text not null,
    alias_key text not null generated always as (lower(alias)) stored,
    destination_url text not null,
    title text,
    tags text[] not null default '{}',
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    campaign_id text,
    external_id text,
    redirect_type int not null default 302,
    forward_query boolean not null default true,
    starts_at timestamptz(3),
    expires_at timestamptz(3),
    expired_url text,
    click_limit int,
    password_hash text,
    rules jsonb,
    variants jsonb,
    disabled_at timestamptz(3),
    archived_at timestamptz(3),
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    created_by jsonb not null,
    revision bigint not null
  );
  create unique index links_alias on links (domain_id, alias_key);
  create index links_newest on links (workspace_id, created_at desc, id desc);
  ${tenantTable('links')}`,
};
