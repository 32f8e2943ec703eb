import type { SqlMigration } from '@platform/postgres';

/**
 * Runs that judge old clicks anew. A run corrects counters page by page. Each page is one transaction with
 * `counted_through`, the last corrected link, so it is applied exactly once even if the run is killed. `store`
 * identifies the analytics store: instances may share this database and have an engine each.
 */
export const reclassificationsSchema: SqlMigration = {
  version: 1763752000001,
  name: 'ClickReclassifications',
  sql: `
  create table click_reclassifications (
    run int primary key,
    store text not null,
    state text not null check (state in ('classifying', 'counting', 'done')),
    counted_through text not null default '',
    started_at timestamptz(3) not null default now(),
    done_at timestamptz(3)
  );`,
};
