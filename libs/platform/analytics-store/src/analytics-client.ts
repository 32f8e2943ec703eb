import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { StoreUnavailable } from '@kernel';
import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';

export interface AnalyticsClientOptions {
  /** `http(s)://user:password@host:port/database` of a server. */
  readonly url?: string;
  /** Unix socket of the embedded engine instead. */
  readonly socketPath?: string;
  /** Milliseconds until an answer counts as lost. */
  readonly timeout?: number;
  /** Requests at once over TCP. */
  readonly connections?: number;
}

/** ClickHouse as this system uses it. Everything throws {@link StoreUnavailable} when no answer is to be had for now. */
export interface AnalyticsClient {
  /**
   * Rows of a SELECT; 64-bit integers are texts of digits. Every value that is not a constant of the statement goes in as
   * a bound parameter.
   */
  rows<R>(sql: string, params?: Readonly<Record<string, unknown>>): Promise<R[]>;
  /** A statement without an answer; parameters as in `rows`. */
  command(sql: string, params?: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Inserts rows, all or none of them.
   * @param target table, columns and settings, as they stand between INSERT INTO and FORMAT.
   * @param rows each in the order of the columns.
   */
  insert(target: string, rows: readonly (readonly unknown[])[]): Promise<void>;
  /** The same with rows that are in ClickHouse's format TabSeparated already, in pieces that may end anywhere. */
  insertEncoded(target: string, rows: readonly Uint8Array[]): Promise<void>;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Answers that say "not now" rather than "never": too many queries, out of memory, timed out, shutting down and the like;
 * no such table (60), too, since the loader makes them and may start later than whoever asks.
 */
const PASSING = new Set(['60', '159', '160', '164', '202', '203', '209', '210', '236', '241', '242', '252', '319', '425', '439', '473', '999']);

export function createAnalyticsClient(options: AnalyticsClientOptions): AnalyticsClient {
  const connections = options.connections ?? 8;
  const agent = { socketPath: options.socketPath, keepAlive: true, maxSockets: connections };
  const client = createClient({
    url: options.url ?? 'http://localhost',
    ...(options.socketPath !== undefined && { http_agent: new Agent(agent) }),
    request_timeout: options.timeout ?? 10_000,
    max_open_connections: connections,
    use_multipart_params_auto: true,
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1, wait_end_of_query: 1 },
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    rows: (sql, params) =>
      answered(async () => {
        const result = await client.query({ query: sql, format: 'JSONEachRow', ...(params && { query_params: { ...params } }) });
        return result.json();
      }),
    command: (sql, params) => answered(async () => void (await client.command({ query: sql, ...(params && { query_params: { ...params } }) }))),
    insert: (target, rows) =>
      answered(async () => void (await client.insert({ table: target, values: rows, format: 'JSONCompactEachRow' }))),
    insertEncoded: (target, rows) =>
      answered(async () => {
        const values = Readable.from(rows, { objectMode: false });
        await client.insert({ table: target, values, format: 'TabSeparated' });
      }),
    ping: async () => (await client.ping()).success,
    close: () => client.close(),
  };
}

const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ClickHouseError && !PASSING.has(error.code)) throw error;
    throw new StoreUnavailable('ClickHouse does not answer.', { cause: error });
  }
};
