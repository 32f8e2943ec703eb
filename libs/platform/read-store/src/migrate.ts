import { Client, escapeLiteral } from 'pg';
import { DataSource, QueryFailedError } from 'typeorm';
import { every, retry } from '@platform/async';
import { APPLICATION_ROLE } from '@platform/postgres';
import { type Log, occasionalLog } from '@platform/telemetry';
import { demandKnownDatabase, stampDatabase } from './data-version';
import { migrations } from './migrations';
import { grants } from './migrations/grants';
import { migrationClass, type SqlMigration } from './sql-migration';

/** Steps wait for this lock, so that of two processes that start together one migrates and the other finds it done. */
const LOCK = "hashtextextended('waymark/migrations', 0)";

/**
 * How long a step waits for a table that others use. Those who come later wait behind it, and an authorization, which is
 * the least patient, for half a second.
 */
const TABLE_WAIT_MS = 400;
/** Pauses between two attempts at a step, in which those others go on. */
const PAUSES = { firstMs: 1_000, lastMs: 2_000 };
const STEPS = 'waymark migration steps';

/** Errors when two databases of one cluster make the role at once: it exists, or its row was just changed. */
const RACES = ['42710', '23505', 'XX000'];

/** The same database by two connection strings. */
export interface DatabaseUrls {
  /** Of the application. */
  readonly url: string;
  /** Of the tables' owner: a superuser, or any role that may create roles. By default `url`. */
  readonly ownerUrl?: string | undefined;
}

/**
 * Brings the schema up to date, as the owner of the tables, and lets the application log in by its own role. A step
 * waits, and holds nobody up, while others use its tables for long, as a dump does.
 * @throws NewerData when a newer program has migrated this database; an aborted signal's reason
 */
export const migrate = async (
  { url, ownerUrl = url }: DatabaseUrls,
  extra: readonly SqlMigration[],
  log: Log,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> => {
  const owner = new Client({
    connectionString: ownerUrl,
    application_name: 'waymark migrations',
    connectionTimeoutMillis: 15_000,
  });
  // A connection that breaks between two queries emits an error, which would end the process. The next query fails.
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await owner.query(`select pg_advisory_lock(${LOCK})`);
    await demandKnownDatabase(owner);
    await stampDatabase(owner);
    await ensureRole(owner);
    await ensureLogin(owner, url);
    await ensureGrants(owner);
    await runSteps(ownerUrl, [...migrations, ...extra], { owner, log, signal });
    await stampDatabase(owner);
  } finally {
    await owner.end();
  }
};

const silent = (): void => undefined;
const SILENT = { logQuery: silent, logQueryError: silent, logQuerySlow: silent, logSchemaBuild: silent, log: silent };

/** @param onFailed gets what typeorm says of a step that has failed; the error itself does not name it */
const sourceOf = (url: string, steps: readonly SqlMigration[], onFailed: (message: string) => void): DataSource =>
  new DataSource({
    type: 'postgres',
    url,
    migrations: steps.map(migrationClass),
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    installExtensions: false,
    applicationName: STEPS,
    logger: { ...SILENT, logMigration: onFailed },
    extra: { max: 1, options: `-c waymark.workspace=* -c lock_timeout=${TABLE_WAIT_MS}` },
  });

interface RunSteps {
  /** Looks who holds a step up. */
  readonly owner: Client;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const runSteps = async (
  url: string,
  steps: readonly SqlMigration[],
  { owner, log, signal }: RunSteps,
): Promise<void> => {
  let failed = '';
  const source = sourceOf(url, steps, (message) => (failed = message));
  await source.initialize();
  const waits = occasionalLog(log);
  let blocking: readonly number[] = [];
  const attempt = async (): Promise<void> => {
    failed = '';
    const done = await watching(
      owner,
      (pids) => (blocking = pids),
      () => source.runMigrations({ transaction: 'each' }),
    );
    if (done.length > 0) log.info({ steps: done.map((step) => step.name) }, 'the Postgres schema was migrated');
  };
  const onFailure = (error: unknown): void => {
    if (!isLockTimeout(error)) {
      if (failed !== '') log.error({ cause: failed }, 'a migration failed');
      throw error;
    }
    waits.warn({ blocking, cause: failed }, 'a migration waits for tables that others use');
  };
  try {
    await retry(attempt, { signal, onFailure, ...PAUSES });
    signal.throwIfAborted();
  } finally {
    await source.destroy();
  }
};

const LOOK_MS = 100;

/** Gives the pids that hold a step up, whenever some do, while the work runs. */
const watching = async <T>(
  owner: Client,
  found: (pids: readonly number[]) => void,
  work: () => Promise<T>,
): Promise<T> => {
  const over = new AbortController();
  const look = async (): Promise<void> => {
    const { rows } = await owner.query<{ pid: number }>(
      `select distinct unnest(pg_blocking_pids(pid)) as pid from pg_stat_activity
      where datname = current_database() and application_name = $1 order by pid`,
      [STEPS],
    );
    if (rows.length > 0) found(rows.map(({ pid }) => pid));
  };
  const looks = every(LOOK_MS, look, { signal: over.signal, onFailure: () => undefined });
  try {
    return await work();
  } finally {
    over.abort();
    await looks;
  }
};

const isLockTimeout = (error: unknown): boolean =>
  error instanceof QueryFailedError && (error.driverError as { readonly code?: string }).code === '55P03';

/** Roles belong to the cluster and not to the database, so every start ensures the role, and not a migration step. */
const ensureRole = async (owner: Client, attempts = 5): Promise<void> => {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [APPLICATION_ROLE]);
  const taken =
    rowCount === 1 &&
    (await owner.query(`set role ${APPLICATION_ROLE}; reset role`).then(
      () => true,
      () => false,
    ));
  if (taken) return;
  try {
    await owner.query(MAKE_ROLE);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!RACES.includes(code)) throw error;
  }
  if (attempts <= 1) throw new Error(`the owner of the database cannot act as the role ${APPLICATION_ROLE}`);
  return ensureRole(owner, attempts - 1);
};

const MAKE_ROLE = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then
      create role ${APPLICATION_ROLE} nologin;
    end if;
  end $$;
  grant ${APPLICATION_ROLE} to current_user;`;

/**
 * A role that cannot log in, as earlier versions made it, gets the password of the application's URL. One that can is
 * left alone: a process with a wrong password must not lock the others out.
 */
const ensureLogin = async (owner: Client, url: string): Promise<void> => {
  const { username, password } = new URL(url);
  if (username !== APPLICATION_ROLE || password === '') return;
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1 and not rolcanlogin', [username]);
  if (rowCount === 0) return;
  await owner.query(`alter role ${APPLICATION_ROLE} login password ${escapeLiteral(decodeURIComponent(password))}`);
};

/**
 * The rights on later tables belong to the role that makes them. After a move by `pg_dump` it may be another one than
 * ran the step `grants`. A new database waits for that step: its list of steps is not for the application.
 */
const ensureGrants = async (owner: Client): Promise<void> => {
  const { rows } = await owner.query<{ lacking: boolean }>(LACKS_GRANTS, [APPLICATION_ROLE]);
  if (rows[0]?.lacking) await owner.query(`${grants.sql} ${GRANT_MADE}`);
};

/** On what it has made until now without these rights: a version before this one did not look. */
const GRANT_MADE = `
  do $$
  declare
    made record;
  begin
    for made in select oid::regclass as name, relkind from pg_class
      where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = current_user
        and relkind in ('r', 'p', 'S') and relacl is null and relname <> 'schema_migrations'
    loop
      if made.relkind = 'S' then
        execute format('grant usage, select on sequence %s to ${APPLICATION_ROLE}', made.name);
      else
        execute format('grant select, insert, update, delete on %s to ${APPLICATION_ROLE}', made.name);
      end if;
    end loop;
  end $$;`;

const LACKS_GRANTS = `
  select to_regclass('schema_migrations') is not null and count(distinct defaclobjtype) < 2 as lacking
  from pg_default_acl cross join aclexplode(defaclacl)
  where defaclobjtype in ('r', 'S') and defaclnamespace = 'public'::regnamespace
    and pg_get_userbyid(defaclrole) = current_user and pg_get_userbyid(grantee) = $1`;
