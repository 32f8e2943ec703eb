import type { SqlMigration } from '../sql-migration';

/**
 * Finds the links that have expired among those that expire later: by their time, and those whose limit was reached.
 * Where they are too many to be sorted, `links_ending_live` has them in the order of creation, without those that are
 * archived or deleted.
 */
const ENDING = `
  create index if not exists links_ending_live on links (workspace_id, created_at desc, id desc)
    where (expires_at is not null or limit_reached is not null) and archived_at is null and deleted_at is null;`;

export const expiredLinks: SqlMigration = {
  version: 1764340000005,
  name: 'ExpiredLinks',
  sql: `${ENDING}
  create index links_by_expiry on links (workspace_id, expires_at)
    where expires_at is not null and archived_at is null and deleted_at is null;
  create index links_by_limit on links (workspace_id)
    where limit_reached is not null and archived_at is null and deleted_at is null;`,
};

export const expiredLinksAlone: SqlMigration = {
  version: 1764340000009,
  name: 'ExpiredLinksAlone',
  sql: `${ENDING}
  drop index if exists links_ending;`,
};
