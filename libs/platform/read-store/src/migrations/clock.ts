import { APPLICATION_ROLE } from '@platform/postgres';
import type { SqlMigration } from '../sql-migration';

/**
 * The one clock of every judgement. It reads the wall and not the start of the transaction, so a time read after a lock
 * is later than every time read under that lock before. The row that shifts it, or stands it still, is for tests, which write
 * it as the owner; elsewhere there is none.
 */
export const clock: SqlMigration = {
  version: 1763683200002,
  name: 'Clock',
  sql: `
  create table clock_offset (
    only_row boolean primary key default true check (only_row),
    milliseconds bigint not null default 0,
    frozen_at timestamptz(3)
  );
  revoke insert, update, delete on clock_offset from ${APPLICATION_ROLE};

  create function waymark_now() returns timestamptz language plpgsql volatile as $$
  begin
    return coalesce(
      (select coalesce(frozen_at, date_trunc('milliseconds', clock_timestamp())) + milliseconds * interval '1 millisecond'
        from clock_offset),
      date_trunc('milliseconds', clock_timestamp()));
  end $$;`,
};
