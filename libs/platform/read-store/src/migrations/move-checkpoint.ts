import type { SqlMigration } from '../sql-migration';

/**
 * Moves a read model's checkpoint within the transaction of its rows. It raises when the checkpoint is not where the
 * projector expects it: another projector has moved it, and this batch must not overwrite its rows. At the commit it
 * notifies every process that waits for the read model: `<read model>:<position>`.
 */
export const moveCheckpoint: SqlMigration = {
  version: 1763683200012,
  name: 'MoveCheckpoint',
  sql: `
  create function move_checkpoint(model text, from_position bigint, to_position bigint) returns void language plpgsql as $$
  begin
    insert into checkpoints as c (read_model, position, updated_at)
      select model, to_position, waymark_now()
      where from_position = -1 or exists (select from checkpoints where read_model = model)
    on conflict (read_model) do update set position = excluded.position, updated_at = excluded.updated_at
      where c.position = from_position;
    if not found then
      raise exception 'the checkpoint of % is no longer at %', model, from_position using errcode = 'serialization_failure';
    end if;
    perform pg_notify('waymark_progress', model || ':' || to_position);
  end $$;`,
};
