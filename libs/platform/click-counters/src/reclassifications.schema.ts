import type { SqlMigration } from '@platform/read-store';

/**
 * Runs that judge old clicks anew. Their corrections of counters are applied page by page, each in one transaction with
 * `counted_through`, the last link that is corrected: so exactly once, though a run is killed in between. `store` tells the
 * analytics stores of instances apart that share this database and have an engine each.
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
