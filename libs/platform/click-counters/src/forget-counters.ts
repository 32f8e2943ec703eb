import type { Pool } from 'pg';

/**
 * What all readers have counted stays equal to the counters: `purged` is the reader of what was deleted. A row that is
 * being counted is passed over.
 */
const FORGET = `
  with forgotten as (
    delete from link_counters where link_id = any(array(
      select c.link_id from workspaces w join link_counters c on c.workspace_id = w.id
      where w.purged_at is not null limit $1 for update of c skip locked))
    returning clicks + bot_clicks + foreign_clicks as counted
  ), uncounted as (
    insert into click_checkpoints as kept (reader, cursor, counted)
    select 'purged', '{}', -sum(counted) from forgotten having count(*) > 0
    on conflict (reader) do update set counted = kept.counted + excluded.counted
  )
  select count(*)::int as forgotten from forgotten`;

/** Deletes counters of purged workspaces. @param most rows at most @returns the number of deleted rows */
export const forgetCounters = async (pool: Pick<Pool, 'query'>, most: number): Promise<number> => {
  const { rows } = await pool.query<{ forgotten: number }>(FORGET, [most]);
  return rows[0]?.forgotten ?? 0;
};
