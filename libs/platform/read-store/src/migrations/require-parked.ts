import type { SqlMigration } from '../sql-migration';

/**
 * Raises when a stream that a projector skipped as parked is no longer parked: an operator has replayed it meanwhile,
 * and the skipped events would be lost. Called after `move_checkpoint`, which waits until the replay commits; volatile,
 * so that it sees that commit.
 */
export const requireParked: SqlMigration = {
  version: 1763683200140,
  name: 'RequireParked',
  sql: `
  create function require_parked(model text, skipped text[]) returns void language plpgsql volatile as $$
  begin
    if cardinality(skipped) > 0 and exists (
      select unnest(skipped) except select stream from parked_streams where read_model = model
    ) then
      raise exception 'a stream that % skipped has been replayed', model using errcode = 'serialization_failure';
    end if;
  end $$;`,
};
