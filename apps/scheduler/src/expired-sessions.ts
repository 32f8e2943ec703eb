import { every } from '@platform/async';
import { SteadyClock } from '@platform/read-store';
import type { Log } from '@platform/telemetry';
import type { Pool } from 'pg';

interface Options {
  /** Sees every workspace. */
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

const HOUR_MS = 3_600_000;
const BATCH = 1_000;

// The clock is read once, so that an index finds what is due: else each row that is not due is judged, too.
const TOKENS = `
  delete from refresh_tokens where ctid = any(array(
    select ctid from refresh_tokens where expires_at <= (select waymark_now()) order by expires_at limit $1
      for update skip locked))`;

const SESSIONS = `
  delete from sessions where ctid = any(array(
    select ctid from sessions where expires_at <= (select waymark_now()) order by expires_at limit $1
      for update skip locked))`;

/**
 * Accounts that earlier versions kept when their last workspace removed them. To a connection that does not see every
 * workspace, all accounts would seem to have none.
 */
const USERS = `
  delete from users where ctid = any(array(
    select u.ctid from users u where current_setting('waymark.workspace', true) = '*'
      and u.created_at < (select waymark_now()) - interval '1 day'
      and not exists (select from memberships m where m.user_id = u.id)
    limit $1 for update skip locked))`;

const INVITATIONS = `
  delete from invitations where ctid = any(array(
    select ctid from invitations where expires_at <= (select waymark_now()) order by expires_at limit $1
      for update skip locked))`;

/** Days that `GET /v1/api-keys/{id}/usage` no longer shows. */
const DAYS_OF_USE = `
  delete from key_usage_days where ctid = any(array(
    select ctid from key_usage_days where day <= ((select waymark_now()) at time zone 'UTC')::date - 90
    order by day limit $1 for update skip locked))`;

/**
 * Deletes expired sessions, refresh tokens and invitations, accounts without a workspace and old days of the use of keys
 * hourly, until the signal aborts. Requests do not depend on it.
 */
export const sweepSessions = ({ pool, log, signal }: Options): Promise<void> => {
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'expired sessions and invitations could not be deleted; trying again in an hour');
  const clock = new SteadyClock(pool);
  const round = async (): Promise<void> => {
    if (await clock.isSteady()) await deleteExpired(pool, signal);
  };
  return every(HOUR_MS, round, { signal, onFailure });
};

/** In batches, so that no statement holds many locks. @returns the number of deleted rows of all kinds */
export const deleteExpired = async (
  pool: Pick<Pool, 'query'>,
  signal?: AbortSignal,
  batch = BATCH,
): Promise<number> => {
  let deleted = 0;
  for (const statement of [TOKENS, SESSIONS, INVITATIONS, USERS, DAYS_OF_USE]) {
    for (let last = batch; last === batch && !signal?.aborted; deleted += last)
      last = (await pool.query(statement, [batch])).rowCount ?? 0;
  }
  return deleted;
};
