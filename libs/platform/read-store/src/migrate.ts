import { Client, escapeLiteral } from 'pg';
import { DataSource } from 'typeorm';
import { APPLICATION_ROLE } from '@platform/postgres';
import type { Log } from '@platform/telemetry';
import { demandKnownDatabase, stampDatabase } from './data-version';
import { migrations } from './migrations';
import { migrationClass, type SqlMigration } from './sql-migration';

/** Steps wait for this lock, so that of two processes that start together one migrates and the other finds it done. */
const LOCK = "hashtextextended('waymark/migrations', 0)";

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
 * Brings the schema up to date, as the owner of the tables, and lets the application log in by its own role.
 * @throws NewerData when a newer program has migrated this database
 */
export const migrate = async (
  { url, ownerUrl = url }: DatabaseUrls,
  extra: readonly SqlMigration[],
  log: Log,
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
    await runSteps(ownerUrl, [...migrations, ...extra], log);
    await stampDatabase(owner);
  } finally {
    await owner.end();
  }
};

const runSteps = async (url: string, steps: readonly SqlMigration[], log: Log): Promise<void> => {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: steps.map(migrationClass),
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    installExtensions: false,
    extra: { max: 1, options: '-c waymark.workspace=*' },
  });
  await source.initialize();
  try {
    const done = await source.runMigrations({ transaction: 'each' });
    if (done.length > 0) log.info({ steps: done.map((step) => step.name) }, 'the Postgres schema was migrated');
  } finally {
    await source.destroy();
  }
};

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
