import { forgetCounters } from '@platform/click-counters';
import type { Pool } from 'pg';

/** Rows of one statement, so that none holds many locks. */
const BATCH = 5_000;

/** Blocks that one statement reads of a table without an index by workspace: 16 MB. */
const BLOCKS = 2_000;

/** Tables that have their own way: counters and memberships as below; sessions expire. */
const OTHERS = ['link_counters', 'sessions', 'memberships'];

/**
 * All tables with rows of workspaces but those in $1, and so those that a later version adds, too. The rows of a
 * partitioned table are in its partitions: a ctid is of one of them.
 */
const TABLES = `
  select t.relname::text as name, (pg_relation_size(t.oid) / current_setting('block_size')::int)::int as blocks,
    exists (select from pg_index i where i.indrelid = t.oid and i.indkey[0] = a.attnum and i.indpred is null) as indexed
  from pg_class t join pg_attribute a on a.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.attname = 'workspace_id'
    and t.relname <> all($1::text[])
  order by 1`;

interface Table {
  readonly name: string;
  readonly blocks: number;
  readonly indexed: boolean;
}

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
  const { rows } = await pool.query<Table>(TABLES, [[...OTHERS, ...readModels]]);
  let deleted = await inBatches(() => forgetCounters(pool, BATCH), signal);
  for (const table of rows) deleted += await purgeTable(pool, table, signal);
  return deleted + ((await pool.query(MEMBERSHIPS)).rowCount ?? 0);
};

/** A table without an index is read by parts: one statement over all of a large one could not be answered in time. */
const purgeTable = async (pool: Pool, { name, indexed, blocks }: Table, signal: AbortSignal): Promise<number> => {
  if (indexed) {
    // By the index whatever the planner expects: of many purged workspaces it would read the whole table.
    const text = `delete from ${name} where ctid = any(array(
      select t.ctid from (${PURGED}) w cross join lateral (
        select ctid from ${name} where workspace_id = w.id limit ${BATCH}) t limit ${BATCH}))`;
    return inBatches(async () => (await pool.query(text)).rowCount ?? 0, signal);
  }
  const text = `delete from ${name} where ctid >= $1::tid and ctid < $2::tid and workspace_id in (${PURGED})`;
  let deleted = 0;
  for (let from = 0; from < blocks && !signal.aborted; from += BLOCKS)
    deleted += (await pool.query(text, [`(${from},0)`, `(${from + BLOCKS},0)`])).rowCount ?? 0;
  return deleted;
};

const inBatches = async (work: () => Promise<number>, signal: AbortSignal): Promise<number> => {
  let done = 0;
  for (let last = 1; last > 0 && !signal.aborted; done += last) last = await work();
  return done;
};
