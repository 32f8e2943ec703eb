import type { Pool } from 'pg';
import { pause } from '@platform/async';
import type { SqlMigration } from '@platform/read-store';

const MOST = 5;

/**
 * Allows at most 5 failed logins in any 60 s, per e-mail and per address. An attempt is counted before its password is
 * verified, so that attempts at the same time cannot exceed the limit; a successful one is removed. While unfinished
 * attempts fill the limit, a further one waits for them, so that many people may log in from one address. Only a hash
 * of e-mail and address is stored, for a minute.
 */
export const loginThrottleMigration: SqlMigration = {
  version: 1763683200020,
  name: 'LoginThrottle',
  sql: `
  create table login_attempts (
    subject text not null,
    attempt uuid not null,
    at timestamptz(3) not null,
    failed boolean not null,
    primary key (subject, attempt)
  );
  create index login_attempts_age on login_attempts (at);

  -- Milliseconds until a further attempt is allowed; 0 when this one is, and then it has its place; -1 while attempts that
  -- may still turn out to be right are in the way.
  create function begin_login(subjects text[], this_attempt uuid, most int) returns int language plpgsql as $$
  declare
    instant timestamptz;
    wait_ms int;
  begin
    perform pg_advisory_xact_lock(hashtextextended('login/' || s, 0)) from (select unnest(subjects) as s order by 1) ordered;
    instant := waymark_now();
    delete from login_attempts where ctid = any(array(
      select ctid from login_attempts where at <= instant - interval '60 seconds' order by at limit 20 for update skip locked));
    select max(ceil(extract(epoch from blocking.at + interval '60 seconds' - instant) * 1000)) into wait_ms
    from unnest(subjects) as s
    cross join lateral (
      select at from login_attempts where subject = s and failed and at > instant - interval '60 seconds'
      order by at desc offset most - 1 limit 1
    ) as blocking;
    if wait_ms is not null then
      return wait_ms;
    end if;
    if exists (
      select from login_attempts where subject = any(subjects) and at > instant - interval '60 seconds'
      group by subject having count(*) >= most
    ) then
      return -1;
    end if;
    insert into login_attempts (subject, attempt, at, failed) select s, this_attempt, instant, false from unnest(subjects) as s;
    return 0;
  end $$;`,
};

const PATIENCE_MS = 3_000;
const PAUSE_MS = 25;

/** @returns milliseconds to wait, or 0 when the attempt may go on; then settleLogin must report its result */
export const beginLogin = async (pool: Pool, subjects: readonly string[], attempt: string): Promise<number> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const waitMs = await tryToBegin(pool, subjects, attempt);
    if (waitMs >= 0) return waitMs;
    if (performance.now() > deadline) return 1_000;
    await pause(PAUSE_MS * (1 + Math.random()));
  }
};

const tryToBegin = async (pool: Pool, subjects: readonly string[], attempt: string): Promise<number> => {
  const { rows } = await pool.query<{ wait_ms: number }>('SELECT begin_login($1::text[], $2::uuid, $3) AS wait_ms', [
    subjects,
    attempt,
    MOST,
  ]);
  return rows[0]?.wait_ms ?? 0;
};

/** Removes a successful attempt. A failed one counts for a minute from its beginning. */
export const settleLogin = async (
  pool: Pool,
  attempt: string,
  subjects: readonly string[],
  right: boolean,
): Promise<void> => {
  const settle = right ? 'DELETE FROM login_attempts' : 'UPDATE login_attempts SET failed = true';
  await pool.query(`${settle} WHERE subject = ANY($1::text[]) AND attempt = $2::uuid`, [subjects, attempt]);
};
