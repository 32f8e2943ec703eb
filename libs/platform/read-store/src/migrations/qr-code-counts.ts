import { type SqlMigration, tenantTable } from '../sql-migration';

const counting = (event: 'insert' | 'delete', statement: string): string => `
  create function count_qr_codes_on_${event}() returns trigger language plpgsql as $$
  begin
    ${statement};
    return null;
  end $$;
  create trigger count_qr_codes_on_${event} after ${event} on qr_codes
    referencing ${event === 'insert' ? 'new' : 'old'} table as changed
    for each statement execute function count_qr_codes_on_${event}();`;

const CHANGED = 'select workspace_id, count(*) as codes from changed group by workspace_id order by workspace_id';

/** How many QR codes a workspace has, kept as the counts of links are. A code never changes its workspace. */
export const qrCodeCounts: SqlMigration = {
  version: 1763957000002,
  name: 'QrCodeCounts',
  sql: `
  create table qr_code_counts (
    workspace_id text primary key,
    codes bigint not null
  ) with (fillfactor = 70);
  lock table qr_codes in share row exclusive mode;
  insert into qr_code_counts (workspace_id, codes) select workspace_id, count(*) from qr_codes group by workspace_id;
  ${counting(
    'insert',
    `insert into qr_code_counts as c (workspace_id, codes) ${CHANGED}
      on conflict (workspace_id) do update set codes = c.codes + excluded.codes`,
  )}
  ${counting(
    'delete',
    `update qr_code_counts c set codes = c.codes - gone.codes from (${CHANGED}) gone
      where c.workspace_id = gone.workspace_id`,
  )}
  ${tenantTable('qr_code_counts')}`,
};
