import { forgetCounters } from '@platform/click-counters';
import type { Pool } from 'pg';

/** Rows of one statement, so that none holds many locks. */
const BATCH = 5_000;

/** Tables that have their own way: counters and memberships as below; sessions expire. */
const OTHERS = ['link_counters', 'sessions', 'memberships'];

/**
 * All tables with rows of workspaces but those in $1, and so those that a later version adds, too. The rows of a
 * partitioned table are in its partitions: a ctid is of one of them.
 */
const TABLES = `
  select t.relname::text as name from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attname = 'workspace_id'
    and t.relname <> all($1::text[])
  order by 1`;

const PURGED = 'select id from workspaces where purged_at is not null';

/** A user's last membership stays, so that they can still log in, with no workspace. */
const MEMBERSHIPS = `
  delete from memberships m where workspace_id in (${PURGED}) and exists (
    select from memberships n where n.user_id = m.user_id and n.workspace_id <> m.workspace_id
      and (n.workspace_id not in (${PURGED}) or (n.created_at, n.workspace_id) > (m.created_at, m.workspace_id)))`;

/**
 * Deletes what tables other than read models hold of purged workspaces. May be interrupted, and repeated, at any point.
 * @param readModels their rows go by events @returns the number of deleted rows
 */
export const purgeTables = async (pool: Pool, readModels: readonly string[], signal: AbortSignal): Promise<number> => {
  const { rows } = await pool.query<{ name: string }>(TABLES, [[...OTHERS, ...readModels]]);
  let deleted = await inBatches(() => forgetCounters(pool, BATCH), signal);
  for (const { name } of rows) {
    const text = `delete from ${name} where ctid = any(array(
      select ctid from ${name} where workspace_id in (${PURGED}) limit ${BATCH}))`;
    deleted += await inBatches(async () => (await pool.query(text)).rowCount ?? 0, signal);
  }
  return deleted + ((await pool.query(MEMBERSHIPS)).rowCount ?? 0);
};

const inBatches = async (work: () => Promise<number>, signal: AbortSignal): Promise<number> => {
  let done = 0;
  for (let last = 1; last > 0 && !signal.aborted; done += last) last = await work();
  return done;
};
