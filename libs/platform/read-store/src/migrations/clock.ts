import { APPLICATION_ROLE } from '../connections';
import type { SqlMigration } from '../sql-migration';

/**
 * The one clock of every judgement. It reads the wall and not the start of the transaction, so a time read after a lock
 * is later than every time read under that lock before. The offset is for tests, which write it as the owner.
 */
export const clock: SqlMigration = {
  version: 1763683200002,
  name: 'Clock',
  sql: `
  create table clock_offset (
    only_row boolean primary key default true check (only_row),
    milliseconds bigint not null
  );
  revoke insert, update, delete on clock_offset from ${APPLICATION_ROLE};

  create function waymark_now() returns timestamptz language plpgsql volatile as $$
  begin
    return date_trunc('milliseconds', clock_timestamp())
      + coalesce((select milliseconds from clock_offset), 0) * interval '1 millisecond';
  end $$;`,
};
