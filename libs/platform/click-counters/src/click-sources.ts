import type { Pool } from 'pg';

/** Up to when a source of clicks is loaded. */
export interface Watermark {
  readonly source: string;
  /** Each of its clicks before then is in ClickHouse and counted; milliseconds since 1970. */
  readonly until: number;
  /** The source has been closed, and no more of it comes. */
  readonly ended: boolean;
}

/**
 * A watermark only moves forward, so reading a message again does not move it back. None is in the future: after a clock
 * that was ahead, it would stay there until that time has come.
 */
const SAVE = `
  insert into click_sources as known (source, loaded_until, heard_at, ended)
  select source, least(to_timestamp(until / 1000.0), now()), now(), ended
    from unnest($1::text[], $2::bigint[], $3::boolean[]) as saved (source, until, ended)
  order by source
  on conflict (source) do update set
    loaded_until = greatest(least(known.loaded_until, now()), excluded.loaded_until), heard_at = excluded.heard_at,
      ended = known.ended or excluded.ended`;

/** @param watermarks each source once */
export const saveWatermarks = async (pool: Pick<Pool, 'query'>, watermarks: readonly Watermark[]): Promise<void> => {
  if (watermarks.length === 0) return;
  await pool.query(SAVE, [
    watermarks.map(({ source }) => source),
    watermarks.map(({ until }) => until),
    watermarks.map(({ ended }) => ended),
  ]);
};

/**
 * A source that has been silent for an hour is left out: its host may be gone for good. If all are silent, no clicks
 * arrive at all, and the latest watermark counts. Earlier versions have stored some that are in the future.
 */
const LOADED_UNTIL = `
  select coalesce(min(until) filter (where heard_at > now() - interval '1 hour'), max(until)) as until
  from (select least(loaded_until, date_trunc('milliseconds', now())) as until, heard_at
    from click_sources where not ended) as known`;

/** Up to when the clicks of all sources are loaded, RFC 3339; null where every known source has ended. */
export const loadedUntil = async (pool: Pick<Pool, 'query'>): Promise<string | null> => {
  const { rows } = await pool.query<{ until: string | null }>(LOADED_UNTIL);
  return rows[0]?.until ?? null;
};

/**
 * Forgets sources that have been silent for a month: Kafka or a redirector that comes back cannot deliver a block again
 * after so long. What their readers have counted is added to one sum.
 */
const FORGET = `
  with gone as (
    delete from click_sources where heard_at < now() - interval '30 days' returning source
  ), readers as (
    delete from click_checkpoints where reader in (select 'kafka/' || source from gone) returning counted
  )
  insert into click_checkpoints as kept (reader, cursor, counted)
  select 'kafka', '{}', sum(counted) from readers having sum(counted) > 0
  on conflict (reader) do update set counted = kept.counted + excluded.counted`;

export const forgetSources = async (pool: Pick<Pool, 'query'>): Promise<void> => void (await pool.query(FORGET));
