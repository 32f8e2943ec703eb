import { APPLICATION_ROLE } from '@platform/postgres';
import type { SqlMigration } from '../sql-migration';

/**
 * The one clock of every judgement. It returns the current time and not the start of the transaction, so a time read
 * after a lock is later than every time read earlier under that lock. Only tests write the row that shifts or stops it,
 * as the owner; elsewhere the table is empty.
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
