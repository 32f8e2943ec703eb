import type { SqlMigration } from '../sql-migration';

/**
 * A click limit may be set at or below the clicks that a link has, or come back with a restored link. The write of the
 * row looks at the slots as a visitor would, in its transaction, so that the end is recorded without a visit.
 */
export const limitsBelowClicks: SqlMigration = {
  version: 1764000000301,
  name: 'LimitsBelowClicks',
  sql: `
  create function look_at_click_limit() returns trigger language plpgsql as $$
  begin
    perform take_slots(array[new.id], array[new.workspace_id], array[new.revision], array[new.click_limit], array[0]);
    return null;
  end $$;
  create trigger look_at_click_limit after insert or update on links for each row
    when (new.click_limit is not null and new.deleted_at is null and coalesce(new.limit_reached, 0) < new.click_limit)
    execute function look_at_click_limit();`,
};
