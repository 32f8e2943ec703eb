import type { Pool } from 'pg';

/** How far a source of clicks is loaded. */
export interface SourceProgress {
  readonly source: string;
  /** Each of its clicks before then is in ClickHouse and counted; milliseconds since 1970. */
  readonly until: number;
  /** Nothing of it comes any more. */
  readonly ended: boolean;
}

/** What is known only grows, so that a message that is read again takes nothing back. */
const TELL = `
  insert into click_sources as known (source, loaded_until, heard_at, ended)
  select source, to_timestamp(until / 1000.0), now(), ended from unnest($1::text[], $2::bigint[], $3::boolean[]) as told (source, until, ended)
  order by source
  on conflict (source) do update set
    loaded_until = greatest(known.loaded_until, excluded.loaded_until), heard_at = excluded.heard_at, ended = known.ended or excluded.ended`;

/** @param told each source once */
export const tellSources = async (pool: Pick<Pool, 'query'>, told: readonly SourceProgress[]): Promise<void> => {
  if (told.length === 0) return;
  await pool.query(TELL, [
    told.map(({ source }) => source),
    told.map(({ until }) => until),
    told.map(({ ended }) => ended),
  ]);
};

/**
 * A source that has been silent for an hour, with its host gone perhaps for good, keeps nobody waiting. Where all are
 * silent the way of clicks is interrupted, and nothing has moved since.
 */
const LOADED_UNTIL = `
  select coalesce(min(loaded_until) filter (where heard_at > now() - interval '1 hour'), max(loaded_until)) as until
  from click_sources where not ended`;

/** Up to when the clicks of all sources are contained, RFC 3339; null when no source is known that has not ended. */
export const loadedUntil = async (pool: Pick<Pool, 'query'>): Promise<string | null> => {
  const { rows } = await pool.query<{ until: string | null }>(LOADED_UNTIL);
  return rows[0]?.until ?? null;
};

/**
 * Forgets sources that were not heard of for a month, which is longer than Kafka or a redirector that comes back could
 * bring a block a second time. What their readers have counted goes into one sum.
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
