import type { SqlMigration } from '../sql-migration';

/**
 * The history that each checkpoint belongs to, see `Mark`; null for a checkpoint of an earlier version. A program of
 * that version moves the checkpoint with three arguments, which removes the mark: it would lie behind the checkpoint.
 */
export const marks: SqlMigration = {
  version: 1763903000002,
  name: 'Marks',
  sql: `
  alter table checkpoints add column mark jsonb;
  create function move_checkpoint(model text, from_position bigint, to_position bigint, new_mark jsonb)
  returns void language plpgsql as $$
  begin
    insert into checkpoints as c (read_model, position, mark, updated_at)
      select model, to_position, new_mark, waymark_now()
      where from_position = -1 or exists (select from checkpoints where read_model = model)
    on conflict (read_model) do update
      set position = excluded.position, mark = excluded.mark, updated_at = excluded.updated_at
      where c.position = from_position;
    if not found then
      raise exception 'the checkpoint of % is no longer at %', model, from_position
        using errcode = 'serialization_failure';
    end if;
    perform pg_notify('waymark_progress', model || ':' || to_position);
  end $$;
  create or replace function move_checkpoint(model text, from_position bigint, to_position bigint)
  returns void language sql as $$
    select move_checkpoint(model, from_position, to_position, null)
  $$;`,
};
