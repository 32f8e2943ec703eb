import { Client, type Pool } from 'pg';

export interface EraseOptions {
  /** Sees the table `erasures`. */
  readonly pool: Pick<Pool, 'query'>;
  /** Connection string of the tables' owner: only an owner may rewrite a table. */
  readonly url: string;
  /** The server is ours alone, and its owner a superuser: also overwrites its write-ahead log. */
  readonly ownServer: boolean;
  readonly signal?: AbortSignal;
}

/**
 * `held`: a transaction is open that may still need the deleted rows, or a backup that needs the log; so it has to be
 * done later.
 */
export type Erasure = 'done' | 'held' | 'none';

const TABLES = ['users', 'invitations'];

/**
 * An open transaction of this database that may still read a deleted row keeps it from being removed. So does one that
 * begins later, while a writer that is older than the deletion is under way in any database of the server.
 */
const HELD = `select exists (
  select from erasures e where e.xid >= pg_snapshot_xmin(pg_current_snapshot())
) or exists (
  select from pg_stat_activity a cross join erasures e
  where a.pid <> pg_backend_pid() and a.datname = current_database() and a.backend_xmin is not null
    and age(a.backend_xmin) >= age(e.xid::xid)
) as held`;

/** Whether something keeps the log in its files, as a backup does while it is made. */
const LOG_KEPT = 'select exists (select from pg_replication_slots where restart_lsn is not null) as kept';

/**
 * Removes what deleted users and invitations have left in the files of Postgres: it rewrites their tables, which are
 * locked for that time. Does nothing if nothing was deleted, or if another process is at it.
 */
export const eraseDeleted = async ({ pool, url, ownServer, signal }: EraseOptions): Promise<Erasure> => {
  const { rows } = await pool.query<{ id: string }>('select id from erasures');
  if (rows.length === 0) return 'none';
  const owner = new Client({
    connectionString: url,
    application_name: 'waymark erasure',
    connectionTimeoutMillis: 5_000,
    options: '-c lock_timeout=2000 -c statement_timeout=600000',
  });
  // A connection that breaks between two queries emits an error, which would end the process. The next query fails.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    const { rows: free } = await owner.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtextextended('waymark/erasure', 0)) as taken",
    );
    if (!free[0]?.taken) return 'none';
    const { rows: held } = await owner.query<{ held: boolean }>(HELD);
    if (held[0]?.held || (ownServer && (await isLogKept(owner)))) return 'held';
    // Statistics of earlier versions may hold e-mail addresses.
    for (const table of ownServer ? [...TABLES, 'pg_statistic'] : TABLES) await owner.query(`vacuum full ${table}`);
    if (ownServer && !(await overwriteLog(owner, signal))) return 'held';
    if (!signal?.aborted) await owner.query('delete from erasures where id = any($1)', [rows.map(({ id }) => id)]);
    return 'done';
  } finally {
    await owner.end();
  }
};

const isLogKept = async (owner: Client): Promise<boolean> =>
  (await owner.query<{ kept: boolean }>(LOG_KEPT)).rows[0]?.kept === true;

/**
 * After a checkpoint Postgres needs no earlier segment of its log and gives most of them a new name, with their bytes.
 * So the log goes on in a new segment first, and after the checkpoint each switch fills one of the others with zeros.
 * The second checkpoint removes the old files of the tables, too.
 * @returns false if a backup that has begun meanwhile may keep the earlier segments as they are
 */
const overwriteLog = async (owner: Client, signal: AbortSignal | undefined): Promise<boolean> => {
  await switchSegment(owner);
  await owner.query('checkpoint');
  // A backup that begins after the checkpoint needs no segment from before it.
  if (await isLogKept(owner)) return false;
  const { rows } = await owner.query<{ segments: number }>('select count(*)::int as segments from pg_ls_waldir()');
  for (let left = rows[0]?.segments ?? 0; left > 0 && !signal?.aborted; left -= 1) await switchSegment(owner);
  await owner.query('checkpoint');
  return true;
};

/** Writes a record first, because a switch without one does nothing. */
const switchSegment = async (owner: Client): Promise<void> => {
  await owner.query("select pg_logical_emit_message(false, 'waymark', 'erasure')");
  await owner.query('select pg_switch_wal()');
};
