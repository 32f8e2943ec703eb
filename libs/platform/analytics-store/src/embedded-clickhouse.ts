import { mkdir } from 'node:fs/promises';
import type { Session } from 'chdb';
import { insertRows } from './insert-rows';
import { createLane, type Lane } from './lane';

export interface EngineRequest {
  readonly sql: string;
  /** What an INSERT puts in, in the format that ends its statement. Bytes, so that no text has to be made of them. */
  readonly rows?: Buffer;
  /** Values of `{name:Type}` placeholders, escaped as in the `param_…` parameters of ClickHouse's HTTP interface. */
  readonly params?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, string>>;
  /** Output format when the statement names none. */
  readonly format?: string;
  /** Gives the output away as it comes, for large answers. It holds the event loop while the statement is planned. */
  readonly streamed?: boolean;
}

/** ClickHouse's engine inside this process. Errors carry ClickHouse's own text: `Code: N. DB::Exception: … (TYPE)`. */
export interface EmbeddedClickhouse {
  /** Runs one statement. Its output comes at once unless it is a SELECT that is `streamed`. */
  run(request: EngineRequest): AsyncIterable<Uint8Array>;
  /** Waits for what is running, then closes the directory. */
  close(): Promise<void>;
}

export interface EmbeddedClickhouseOptions {
  /** Data directory; one process at a time may have it open. Made when absent. */
  readonly path: string;
  /** Reads that may run at once. */
  readonly readers?: number;
  /** Bytes the engine may use for queries and merges together. */
  readonly maxMemory?: number;
}

const MAX_WAITING = 256;
const MARK_CACHE = 64 * 1024 * 1024;
const READS = /^\s*(select|with|show|describe|exists|explain)\b/i;
const STREAMABLE = /^\s*(select|with)\b/i;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Opens the engine; chdb is loaded only here, for it costs 150 MB.
 *
 * Every statement gets a session of its own, which costs half a millisecond. A session that lives on keeps its settings
 * (a leaked deduplication token silently drops a later insert), keeps its bound parameters, and after a query that failed
 * half-way it prefixes the next answer with the rows that the failed one had left. chdb's own parameter binding is not
 * isolated between connections either, so parameters are set on the session, as ClickHouse's `SET param_…` does.
 */
export async function createEmbeddedClickhouse(options: EmbeddedClickhouseOptions): Promise<EmbeddedClickhouse> {
  await mkdir(options.path, { recursive: true, mode: 0o700 });
  const chdb = await import('chdb');
  const connectionArgs = [
    `--max_server_memory_usage=${options.maxMemory ?? 1_500_000_000}`,
    `--mark_cache_size=${MARK_CACHE}`,
  ];
  const open = () => new chdb.Session(options.path, { connectionArgs });
  const anchor = open();
  const reads = createLane(options.readers ?? 4, MAX_WAITING);
  const writes = createLane(1, MAX_WAITING);

  return {
    run: (request) => output(open, READS.test(request.sql) ? reads : writes, request),
    close: async () => {
      await chdb.drainPending();
      anchor.close();
    },
  };
}

async function* output(open: () => Session, lane: Lane, request: EngineRequest): AsyncGenerator<Uint8Array> {
  const leave = await lane.enter();
  try {
    const session = open();
    try {
      const preamble = preambleOf(request);
      if (preamble !== '') await session.queryAsync(preamble);
      const format = request.format ?? 'TabSeparated';
      if (request.streamed === true && STREAMABLE.test(request.sql)) {
        for await (const chunk of session.queryStream(request.sql, { format })) yield chunk.raw();
      } else if (request.rows) {
        await insertRows(session, request.sql, request.rows);
      } else {
        yield (await session.queryAsync(request.sql, { format })).bytes();
      }
    } finally {
      session.close();
    }
  } finally {
    leave();
  }
}

/** The statement that gives a fresh session its settings and parameters. */
const preambleOf = ({ params = {}, settings = {} }: EngineRequest): string => {
  const assignments = [
    ...Object.entries(settings),
    ...Object.entries(params).map(([name, value]) => [`param_${name}`, value] as const),
  ].map(([name, value]) => {
    if (!NAME.test(name)) throw new Error(`Code: 115. DB::Exception: Not a setting: ${JSON.stringify(name)}. (UNKNOWN_SETTING)`);
    return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  });
  return assignments.length === 0 ? '' : `SET ${assignments.join(', ')}`;
};
