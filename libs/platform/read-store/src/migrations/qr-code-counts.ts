import { type SqlMigration, tenantTable } from '../sql-migration';

const counting = (table: string, event: 'insert' | 'delete', statement: string): string => `
  create function count_${table}_on_${event}() returns trigger language plpgsql as $$
  begin
    ${statement};
    return null;
  end $$;
  create trigger count_${table}_on_${event} after ${event} on ${table}
    referencing ${event === 'insert' ? 'new' : 'old'} table as changed
    for each statement execute function count_${table}_on_${event}();`;

/**
 * Keeps how many rows of a table each workspace has, as the counts of links are kept, and counts those it has already.
 * A row never changes its workspace.
 */
export const countedRows = (table: string, counts: string, column: string): string => {
  const changed = `select workspace_id, count(*) as ${column} from changed group by workspace_id order by workspace_id`;
  return `
  create table ${counts} (
    workspace_id text primary key,
    ${column} bigint not null
  ) with (fillfactor = 70);
  lock table ${table} in share row exclusive mode;
  insert into ${counts} (workspace_id, ${column}) select workspace_id, count(*) from ${table} group by workspace_id;
  ${counting(
    table,
    'insert',
    `insert into ${counts} as c (workspace_id, ${column}) ${changed}
      on conflict (workspace_id) do update set ${column} = c.${column} + excluded.${column}`,
  )}
  ${counting(
    table,
    'delete',
    `update ${counts} c set ${column} = c.${column} - gone.${column} from (${changed}) gone
      where c.workspace_id = gone.workspace_id`,
  )}
  ${tenantTable(counts)}`;
};

/** How many QR codes a workspace has. */
export const qrCodeCounts: SqlMigration = {
  version: 1763957000002,
  name: 'QrCodeCounts',
  sql: countedRows('qr_codes', 'qr_code_counts', 'codes'),
};
