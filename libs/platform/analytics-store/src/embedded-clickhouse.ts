import { mkdir } from 'node:fs/promises';
import type { Session } from 'chdb';
import { closeSession } from './close-session';
import type { EngineRequest } from './engine-request';
import { insertRows } from './insert-rows';
import { killUntilEnded } from './kill';
import { createQueryLimiter, type QueryLimiter } from './query-limiter';
import { createPipes } from './pipes';
import { enginePipesPath } from './private-directory';
import { streamedOutput } from './streamed-output';

/** ClickHouse's engine inside this process. Errors carry ClickHouse's own text: `Code: N. DB::Exception: … (TYPE)`. */
export interface EmbeddedClickhouse {
  /** Runs one statement. Its output comes as a whole unless it is a SELECT that is `streamed`. */
  run(request: EngineRequest): AsyncIterable<Uint8Array>;
  /** Waits for what is running, then closes the directory. */
  close(): Promise<void>;
}

export interface EmbeddedClickhouseOptions {
  /** Data directory; one process at a time may have it open. Made when absent. */
  readonly path: string;
  /** Reads that may run at once, if the pool of threads allows it. */
  readonly readers?: number;
  /** Streamed reads that may run at once, besides the others. */
  readonly streams?: number;
  /** Bytes the engine may use for queries and merges together. */
  readonly maxMemory?: number;
}

const MAX_WAITING = 256;
/** Of `maxMemory`: while merges use more, none begins. The default is half of the machine's memory. */
const MERGES_SHARE = 0.2;
const MARK_CACHE = 64 * 1024 * 1024;
/** Which granules a condition holds for. Ours name instants, so few come again, and its default would keep 100 MB. */
const CONDITION_CACHE = 8 * 1024 * 1024;
const READ = /^\s*(select|with|show|describe|exists|explain)\b/i;
/** A SELECT that leaves its format to the request. */
const STREAMABLE = /^\s*(select|with)\b(?![\s\S]*\bformat\s+\w+[\s;]*$)/i;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Opens the engine; chdb is loaded only here, because it costs 150 MB.
 *
 * Every statement gets a session of its own, which costs half a millisecond. A session that is used again keeps its
 * bound parameters and its settings: a leaked deduplication token silently drops a later insert. After a query that
 * failed half-way, its next answer begins with the rows that were left. chdb's own binding of parameters is not isolated
 * between connections either, so parameters are set on the session by `SET param_…`.
 */
export async function createEmbeddedClickhouse(options: EmbeddedClickhouseOptions): Promise<EmbeddedClickhouse> {
  await mkdir(options.path, { recursive: true, mode: 0o700 });
  const chdb = await import('chdb');
  const connectionArgs = argumentsOf(options.maxMemory ?? 1_500_000_000);
  const open = () => new chdb.Session(options.path, { connectionArgs });
  const anchor = open();
  const widths = widthsOf(options);
  const lanes = {
    reads: createQueryLimiter(widths.reads, MAX_WAITING),
    streams: createQueryLimiter(widths.streams, MAX_WAITING),
    inserts: createQueryLimiter(1, MAX_WAITING),
    commands: createQueryLimiter(1, MAX_WAITING),
  };
  const kill = (sql: string) => killed(open, sql);
  const pipes = await createPipes(enginePipesPath(options.path));

  return {
    run: (request) => {
      if (request.streamed === true && STREAMABLE.test(request.sql)) {
        const session = () => prepared(open, withSettings(request, ON_ONE_THREAD));
        return limited(lanes.streams, request.signal, () => streamedOutput({ open: session, kill, pipes }, request));
      }
      if (READ.test(request.sql)) {
        return limited(lanes.reads, request.signal, () => readOutput(open, kill, request));
      }
      return limited(request.rows ? lanes.inserts : lanes.commands, undefined, () =>
        writtenOutput(open, request, pipes.directory),
      );
    },
    close: async () => {
      await chdb.drainPending();
      anchor.close();
      await pipes.close();
    },
  };
}

/** What the engine may use, in bytes. */
const argumentsOf = (maxMemory: number): string[] => [
  `--max_server_memory_usage=${maxMemory}`,
  `--merges_mutations_memory_usage_soft_limit=${Math.floor(maxMemory * MERGES_SHARE)}`,
  `--mark_cache_size=${MARK_CACHE}`,
  `--query_condition_cache_size=${CONDITION_CACHE}`,
];

/**
 * If a format had threads of its own, killing the statement would wait for them, under a lock that every new statement
 * needs, while the thread that writes waits for its reader.
 */
const ON_ONE_THREAD = { output_format_parallel_formatting: '0', output_format_parquet_parallel_encoding: '0' };

const withSettings = (request: EngineRequest, settings: Readonly<Record<string, string>>): EngineRequest => ({
  ...request,
  settings: { ...request.settings, ...settings },
});

/** Threads of libuv's pool for an insert, a command, a KILL and files. */
const OTHER_THREADS = 4;
const READS = 8;
const STREAMS = 6;

/** Each read holds a thread of libuv's pool as long as it lasts, so the pool bounds how many run. */
const widthsOf = ({ readers = READS, streams = STREAMS }: EmbeddedClickhouseOptions) => {
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - OTHER_THREADS;
  const share = Math.floor((threads * STREAMS) / (READS + STREAMS));
  return { streams: Math.max(1, Math.min(streams, share)), reads: Math.max(2, Math.min(readers, threads - share)) };
};

async function* limited(
  limiter: QueryLimiter,
  signal: AbortSignal | undefined,
  output: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const leave = await limiter.enter(signal);
  try {
    yield* output();
  } finally {
    leave();
  }
}

let reads = 0;

/** The output of a read as a whole. The signal kills the statement at the engine. */
async function* readOutput(
  open: () => Session,
  kill: (sql: string) => Promise<void>,
  request: EngineRequest,
): AsyncGenerator<Uint8Array> {
  const { sql, format = 'TabSeparated', signal } = request;
  const name = `read-${process.pid}-${(reads += 1)}`;
  const session = await prepared(open, withSettings(request, { log_comment: name }));
  try {
    signal?.throwIfAborted();
    const answer = session.queryAsync(sql, { format });
    const abort = () => void killUntilEnded(kill, `Settings['log_comment'] = '${name}'`, answer);
    signal?.addEventListener('abort', abort);
    try {
      yield (await answer).bytes();
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  } finally {
    closeSession(session);
  }
}

/** The answer of a write, as a whole. A write is never aborted. */
async function* writtenOutput(
  open: () => Session,
  request: EngineRequest,
  directory: string,
): AsyncGenerator<Uint8Array> {
  const session = await prepared(open, request);
  try {
    if (request.rows) await insertRows(session, request.sql, request.rows, directory);
    else yield (await session.queryAsync(request.sql, { format: request.format ?? 'TabSeparated' })).bytes();
  } finally {
    closeSession(session);
  }
}

/** A fresh session that has the settings and parameters of a request. */
const prepared = async (open: () => Session, request: EngineRequest): Promise<Session> => {
  const session = open();
  try {
    const preamble = preambleOf(request);
    if (preamble !== '') await session.queryAsync(preamble);
    return session;
  } catch (error) {
    closeSession(session);
    throw error;
  }
};

const killed = async (open: () => Session, sql: string): Promise<void> => {
  const session = open();
  try {
    await session.queryAsync(sql);
  } finally {
    closeSession(session);
  }
};

/** The statement that gives a fresh session its settings and parameters. */
const preambleOf = ({ params = {}, settings = {} }: EngineRequest): string => {
  const assignments = [
    ...Object.entries(settings),
    ...Object.entries(params).map(([name, value]) => [`param_${name}`, value] as const),
  ].map(([name, value]) => {
    if (!NAME.test(name))
      throw new Error(`Code: 115. DB::Exception: Not a setting: ${JSON.stringify(name)}. (UNKNOWN_SETTING)`);
    return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  });
  return assignments.length === 0 ? '' : `SET ${assignments.join(', ')}`;
};
