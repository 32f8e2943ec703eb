import { Agent } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StoreUnavailable } from '@kernel';
import { endsOrAborts } from '@platform/async';
import {
  type ClickHouseClientConfigOptions,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';

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

/** How a read is bounded. */
export interface ReadOptions {
  /** Aborts the read, and kills its statement at the engine. */
  readonly signal?: AbortSignal;
  /** Milliseconds after which the engine gives up by itself, even if this process is gone. */
  readonly timeout?: number;
  /** 1 is the highest: reads with a higher number pause meanwhile. Without one, it neither pauses nor pauses others. */
  readonly priority?: number;
  /** The most threads of the engine for each statement; by default, as many as it has cores. */
  readonly threads?: number;
}

export type StreamFormat = 'CSVWithNames' | 'JSONEachRow' | 'Parquet';

/** ClickHouse as this system uses it. Methods throw {@link StoreUnavailable} when it cannot answer for now. */
export interface AnalyticsClient {
  /**
   * Rows of a SELECT; 64-bit integers are texts of digits. Pass every value that is not a constant of the statement
   * as a bound parameter.
   */
  rows<R>(sql: string, params?: Readonly<Record<string, unknown>>, options?: ReadOptions): Promise<R[]>;
  /**
   * The bytes of a SELECT's answer as they come, in bounded memory and as fast as the caller reads. A statement that
   * fails half-way fails the stream; destroying the stream ends the statement.
   * @param format of ClickHouse; the statement names none itself.
   */
  stream(sql: string, format: StreamFormat, params?: Readonly<Record<string, unknown>>): Promise<Readable>;
  /** A statement without an answer; parameters as in `rows`. */
  command(sql: string, params?: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Inserts rows, all or none of them.
   * @param target table, columns and settings: the text between INSERT INTO and FORMAT.
   * @param rows each in the order of the columns.
   */
  insert(target: string, rows: readonly (readonly unknown[])[]): Promise<void>;
  /** The same with rows that are in ClickHouse's format Native already, in pieces that may end anywhere. */
  insertEncoded(target: string, rows: readonly Uint8Array[]): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The part of the client for queries of analytics. */
export interface AnalyticsReader {
  /** As in {@link AnalyticsClient}, within the limits of the query. */
  rows<R>(sql: string, params?: Readonly<Record<string, unknown>>): Promise<R[]>;
}

/**
 * Codes of errors that may pass: too many queries, out of memory, a full disk (75, 243), timed out, shutting down and
 * the like. So may a missing table (60) or column (16, 47), since the loader makes them and may start after the caller.
 */
const PASSING = new Set([
  '16',
  '47',
  '60',
  '75',
  '159',
  '160',
  '164',
  '202',
  '203',
  '209',
  '210',
  '236',
  '241',
  '242',
  '243',
  '252',
  '319',
  '425',
  '439',
  '473',
  '999',
]);

/** Milliseconds until the first byte of a stream; the reader decides how long the rest takes. */
const FIRST_BYTE_TIMEOUT = 60_000;

export function createAnalyticsClient(options: AnalyticsClientOptions): AnalyticsClient {
  const client = connect(options, {
    request_timeout: options.timeout ?? 10_000,
    clickhouse_settings: { ...SETTINGS, wait_end_of_query: 1 },
  });
  // It has connections of its own: long streams must not keep short queries waiting.
  const streaming = connect(options, { request_timeout: FIRST_BYTE_TIMEOUT, clickhouse_settings: SETTINGS });
  return {
    rows: <R>(sql: string, params?: Readonly<Record<string, unknown>>, options: ReadOptions = {}) =>
      answered(async () => {
        // Its own, as Node warns of a signal that many listen to.
        const signal = options.signal && AbortSignal.any([options.signal]);
        const answer = client
          .query({
            query: sql,
            format: 'JSONEachRow',
            ...(params && { query_params: { ...params } }),
            ...(signal && { abort_signal: signal }),
            clickhouse_settings: settingsOf(options),
          })
          .then((result) => result.json<R>());
        if (!signal) return answer;
        // While all connections are taken, Node tells of an abort only when one is free.
        await endsOrAborts(answer, signal);
        signal.throwIfAborted();
        return answer;
      }),
    stream: (sql, format, params) =>
      answered(async () => {
        const { stream } = await streaming.exec({
          query: sql,
          clickhouse_settings: { default_format: format },
          ...(params && { query_params: { ...params } }),
        });
        return stream;
      }),
    command: (sql, params) =>
      answered(async () => void (await client.command({ query: sql, ...(params && { query_params: { ...params } }) }))),
    insert: (target, rows) =>
      answered(async () => void (await client.insert({ table: target, values: rows, format: 'JSONCompactEachRow' }))),
    insertEncoded: (target, rows) =>
      answered(async () => {
        const values = Readable.from(rows, { objectMode: false });
        const { stream } = await client.exec({ query: `INSERT INTO ${target} FORMAT Native`, values });
        await finished(stream.resume());
      }),
    ping: () =>
      answered(async () => {
        const answer = await client.ping();
        if (!answer.success) throw answer.error;
      }),
    close: async () => void (await Promise.all([client.close(), streaming.close()])),
  };
}

/** A server notices that a client has closed its connection only while it runs a read-only statement. */
const settingsOf = ({ signal, timeout, priority, threads }: ReadOptions): ClickHouseSettings => ({
  ...(signal && { readonly: '2', cancel_http_readonly_queries_on_client_close: 1 }),
  ...(timeout !== undefined && { max_execution_time: Math.max(0.001, timeout / 1_000) }),
  ...(priority !== undefined && { priority: String(priority) }),
  ...(threads !== undefined && { max_threads: threads }),
});

const SETTINGS = { output_format_json_quote_64bit_integers: 1 } as const;

const connect = (
  { url = 'http://localhost', socketPath, connections = 8 }: AnalyticsClientOptions,
  more: ClickHouseClientConfigOptions,
) => {
  const agent = { socketPath, keepAlive: true, maxSockets: connections };
  return createClient({
    url,
    ...(socketPath !== undefined && { http_agent: new Agent(agent) }),
    max_open_connections: connections,
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
    ...more,
  });
};

const answered = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ClickHouseError && !PASSING.has(error.code)) throw error;
    throw new StoreUnavailable('ClickHouse does not answer.', { cause: error });
  }
};

/** ClickHouse's codes for a statement that took longer than it may, and for one that would. */
const TOO_LONG = new Set(['159', '160']);

/** Whether a question failed because it took longer than its limit, as the engine's own clock judges. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof StoreUnavailable && error.cause instanceof ClickHouseError && TOO_LONG.has(error.cause.code);

/** ClickHouse's codes for a column and a table that are not there. */
const UNKNOWN = new Set(['47', '60']);

/** Whether a question failed because tables of this version are not there, as those of an earlier one. */
export const lacksTables = (error: unknown): boolean => {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  return cause instanceof ClickHouseError && UNKNOWN.has(cause.code);
};
