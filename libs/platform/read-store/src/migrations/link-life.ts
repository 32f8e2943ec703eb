import { type SqlMigration, tenantTable } from '../sql-migration';

/** `link_timers` is kept by the projector from link events, and read by the scheduler. */
export const linkLife: SqlMigration = {
  version: 1763905000001,
  name: 'LinkLife',
  sql: `
  alter table links add column limit_reached int;
  create table link_timers (
    id text primary key,
    workspace_id text not null,
    stream text not null,
    kind text not null check (kind = 'expiry'),
    expires_at timestamptz(3) not null,
    due_at timestamptz(3),
    revision bigint not null
  );
  create index link_timers_due on link_timers (due_at);
  ${tenantTable('link_timers')}`,
};
