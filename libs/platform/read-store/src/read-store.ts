import { StoreUnavailable } from '@kernel';
import type { ClientBase, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { accountSchemas } from './accounts.schema';
import {
  APPLICATION_ROLE,
  applicationConnection,
  applicationPool,
  EVERY_WORKSPACE,
  problemWithLogin,
} from '@platform/postgres';
import { type InWorkspace, inWorkspace } from './in-workspace';
import type { Log } from '@platform/telemetry';
import { type DatabaseUrls, migrate } from './migrate';
import type { SqlMigration } from './sql-migration';

export interface ReadStoreOptions extends DatabaseUrls {
  readonly log: Log;
  /** The steps of other libraries, run by the same runner after ours. */
  readonly extraMigrations?: readonly SqlMigration[];
  /** Ends the wait of a migration. */
  readonly signal?: AbortSignal;
}

export interface ReadStore {
  /** Sees every workspace: for the event store, processors, counters, and look-ups before the workspace is known. */
  readonly system: Pool;
  /** As `system`, with the short limits of a request: 300 ms to connect, 600 ms a statement. For createAuthorizer. */
  readonly authorizing: Pool;
  /** As `authorizing`, for attempts to log in and to sign up: however many there are, requests are authorized. */
  readonly attempts: Pool;
  /** Users, memberships, sessions and refresh tokens as typeorm entities. Sees every workspace. */
  readonly dataSource: DataSource;
  /** Runs `work` in a transaction that sees and writes the rows of one workspace only, whatever its queries say. */
  inWorkspace<T>(workspaceId: string, work: (client: ClientBase) => Promise<T>, options?: InWorkspace): Promise<T>;
  /** @throws StoreUnavailable if Postgres does not answer within a second. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Migrates the schema, then connects as the application's role.
 * @throws if Postgres cannot be reached, a migration fails, or the connections are not bound by row-level security.
 */
export const createReadStore = async (options: ReadStoreOptions): Promise<ReadStore> => {
  const { url, log, extraMigrations = [], signal } = options;
  await migrate(options, extraMigrations, log, signal);

  const system = applicationPool(url, { name: 'system', workspace: EVERY_WORKSPACE, answerMs: ANSWER_MS }, log);
  const tenant = applicationPool(url, { name: 'tenant', pipeline: true, answerMs: ANSWER_MS }, log);
  const authorizing = applicationPool(url, AUTHORIZING, log);
  const attempts = applicationPool(url, ATTEMPTS, log);
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities: [...accountSchemas],
    synchronize: false,
    installExtensions: false,
    extra: applicationConnection(url, ACCOUNTS),
  });
  const close = async (): Promise<void> => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await Promise.all([system, tenant, authorizing, attempts].filter((pool) => !pool.ended).map((pool) => pool.end()));
  };

  try {
    await checkRole(system, log);
    await dataSource.initialize();
  } catch (error) {
    await close();
    throw error;
  }

  return {
    system,
    authorizing,
    attempts,
    dataSource,
    inWorkspace: (workspaceId, work, options) => inWorkspace(tenant, workspaceId, work, options),
    ping: () => ping(authorizing),
    close,
  };
};

/**
 * The server gives up before the client does, so that what the client reports as failed has been rolled back. Its
 * connections are kept: every request is judged here, and on a busy machine a new one takes longer than it may.
 */
const AUTHORIZING = {
  name: 'authorizing',
  workspace: EVERY_WORKSPACE,
  most: 4,
  kept: 4,
  connectMs: 300,
  statementMs: 600,
  lockMs: 500,
  answerMs: 650,
} as const;

const ATTEMPTS = { ...AUTHORIZING, name: 'attempts', most: 2, kept: 1, connectMs: 1_000 } as const;

/** Above the server's own limit for a statement. It ends the wait for a server that is frozen or cut off. */
const ANSWER_MS = 6_000;

/**
 * No authorization precedes a login, so it has the short limits itself. Pipelined, because only then is a connection
 * with a late answer closed: otherwise it would return to typeorm's pool with its transaction open.
 */
const ACCOUNTS = {
  name: 'accounts',
  workspace: EVERY_WORKSPACE,
  most: 4,
  kept: 1,
  connectMs: 500,
  statementMs: 900,
  lockMs: 500,
  answerMs: 1_000,
  pipeline: true,
} as const;

const ping = async (pool: Pool): Promise<void> => {
  await pool.query('select 1').catch((cause: unknown) => {
    throw new StoreUnavailable('Postgres does not answer', { cause });
  });
};

const checkRole = async (pool: Pool, log: Log): Promise<void> => {
  const { rows } = await pool.query<{ role: string }>('select current_user as role');
  if (rows[0]?.role !== APPLICATION_ROLE)
    throw new Error(
      `connections run as ${rows[0]?.role} and not as ${APPLICATION_ROLE}: remove "options" from the database URL`,
    );
  const problem = await problemWithLogin(pool);
  if (problem) log.warn({}, `DATABASE_URL ${problem}; docs/operations.md says how to give it fewer rights`);
};
