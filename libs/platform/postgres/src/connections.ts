import { type ClientBase, Pool, type PoolConfig, types } from 'pg';
import type { Log } from '@platform/telemetry';

/**
 * The role of every application connection: it owns no table, so forced row-level security binds it. It also logs in to
 * the embedded database; at a server, another role may log in and take this one.
 */
export const APPLICATION_ROLE = 'waymark_app';

/** The value of `waymark.workspace` that lets a connection see every workspace. */
export const EVERY_WORKSPACE = '*';

/** What runs statements: a pool, or a client within its transaction. */
export type Queries = Pick<ClientBase, 'query'>;

export interface ConnectionOptions {
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** EVERY_WORKSPACE, or absent: the connection sees no tenant row until a transaction names its workspace. */
  readonly workspace?: typeof EVERY_WORKSPACE;
  /** Maximum number of connections. */
  readonly most?: number;
  /** Connections that a pool keeps while none is used, once it has made them; the others close after a minute. */
  readonly kept?: number;
  /** Longest wait for a connection, in milliseconds; it covers the wait for a free one of the pool. */
  readonly connectMs?: number;
  /** Longest statement, in milliseconds, enforced by the server, which rolls it back. */
  readonly statementMs?: number;
  /** Longest wait for a lock, in milliseconds. */
  readonly lockMs?: number;
  /** Longest rest between the statements of a transaction, in milliseconds, after which the server ends the session. */
  readonly restMs?: number;
  /** Longest wait for an answer, in milliseconds, for a server that does not answer at all. */
  readonly answerMs?: number;
  /** Send a query without waiting for the answers to those before it. */
  readonly pipeline?: boolean;
}

const TIMESTAMPTZ = 1184;

/** Until an unused connection closes. A new one costs the server a process, and comes late on a busy machine. */
const IDLE_MS = 60_000;

/**
 * `2026-11-21 07:43:06.3+00` becomes `2026-11-21T07:43:06.300Z`. Our columns hold milliseconds and our sessions speak
 * UTC.
 */
const toRfc3339 = (text: string): string => {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/.exec(text);
  return parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z` : text;
};

/**
 * How an application process connects, for pools and for single clients (LISTEN). A timestamptz is read as an RFC 3339
 * text in UTC with milliseconds, a bigint as text. A URL that carries `options` of its own would override the role: the
 * boot checks that (see read-store.ts).
 */
export const applicationConnection = (url: string, options: ConnectionOptions): PoolConfig => {
  const settings: Record<string, string | number> = {
    role: APPLICATION_ROLE,
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    jit: 'off',
    statement_timeout: options.statementMs ?? 5_000,
    lock_timeout: options.lockMs ?? 2_000,
    idle_in_transaction_session_timeout: options.restMs ?? 10_000,
    ...(options.workspace && { 'waymark.workspace': options.workspace }),
  };
  return {
    connectionString: url,
    application_name: `waymark ${options.name}`,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    max: options.most ?? 10,
    min: options.kept ?? 0,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: options.connectMs ?? 1_000,
    keepAlive: true,
    // Balancers and firewalls forget a connection that is silent for some minutes.
    keepAliveInitialDelayMillis: 30_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary'): unknown =>
        oid === TIMESTAMPTZ && format !== 'binary'
          ? toRfc3339
          : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
    ...(options.answerMs && { query_timeout: options.answerMs }),
    ...(options.pipeline && { pipeline: true }),
  };
};

/** A pool whose connections, idle or in use, may break without ending the process: the next query opens a new one. */
export const applicationPool = (url: string, options: ConnectionOptions, log: Pick<Log, 'warn'>): Pool => {
  const pool = new Pool(applicationConnection(url, options));
  // A connection in use that breaks between two queries emits an error; without a listener the process would end. Its
  // user sees the failure at the next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', ({ message }) => {
    // The error itself holds the whole connection. While the pool is closing, a lost database is expected.
    if (!pool.ending) log.warn({ cause: message, pool: options.name }, 'an idle Postgres connection broke');
  });
  return pool;
};
