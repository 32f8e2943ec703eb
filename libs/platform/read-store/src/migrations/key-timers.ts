import { type SqlMigration, tenantTable } from '../sql-migration';

/** Kept by the projector from key events, read by the scheduler. */
export const keyTimers: SqlMigration = {
  version: 1763683200121,
  name: 'KeyTimers',
  sql: `
  create table key_timers (
    id text primary key,
    workspace_id text not null,
    key_id text not null,
    stream text not null,
    kind text not null check (kind in ('grace', 'expiry')),
    due_at timestamptz(3) not null,
    revision bigint not null
  );
  create index key_timers_due on key_timers (due_at);
  ${tenantTable('key_timers')}`,
};
