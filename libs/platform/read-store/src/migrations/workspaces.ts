import { type SqlMigration, tenantTable } from '../sql-migration';

export const workspaces: SqlMigration = {
  version: 1763683200004,
  name: 'Workspaces',
  sql: `
  create table workspaces (
    id text primary key,
    name text not null,
    plan text not null check (plan in ('free', 'pro', 'enterprise')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null
  );
  ${tenantTable('workspaces', 'id')}`,
};
