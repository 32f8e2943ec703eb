import type { Session } from 'chdb';
import type { EngineRequest } from './engine-request';
import { killUntilEnded } from './kill';
import type { Pipe, Pipes } from './pipes';

interface Engine {
  /** A session with the settings and parameters of the request. */
  open(): Promise<Session>;
  /** Runs a KILL QUERY. */
  kill(sql: string): Promise<void>;
  readonly pipes: Pipes;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The output of a SELECT as the engine writes it, in bounded memory: the engine writes it as a file, which is a pipe, and
 * so waits for whoever reads. chdb's own streams are no way: each of their chunks is a document by itself, so that a CSV
 * has many heads and a Parquet file is many files, and they hold the event loop while the statement is planned.
 * An error of the statement is thrown after what came before it. Whoever stops iterating stops the statement.
 */
export async function* streamedOutput(
  engine: Engine,
  { sql, format = 'TabSeparated', signal }: EngineRequest,
): AsyncGenerator<Uint8Array> {
  if (!NAME.test(format))
    throw new Error(`Code: 73. DB::Exception: Unknown format ${JSON.stringify(format)}. (UNKNOWN_FORMAT)`);
  const pipe = await engine.pipes.open();
  try {
    const session = await engine.open();
    try {
      yield* written(
        new RunningStatement(
          session.queryAsync(`INSERT INTO FUNCTION file('${pipe.path}', '${format}') ${sql}`),
          pipe,
          engine,
        ),
        pipe,
        signal,
      );
    } finally {
      session.close();
    }
  } finally {
    await pipe.remove();
  }
}

async function* written(
  statement: RunningStatement,
  pipe: Pipe,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const stop = () => void statement.kill();
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted) return;
    // The pipe stays open until the statement has ended: a writer that has not opened it yet would wait for ever.
    yield* pipe.output.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    await statement.ended;
  } finally {
    signal?.removeEventListener('abort', stop);
    await statement.kill();
  }
}

class RunningStatement {
  private killing: Promise<void> | undefined;

  constructor(
    readonly ended: Promise<unknown>,
    private readonly pipe: Pipe,
    private readonly engine: Engine,
  ) {
    // The iteration throws it; when that is over already, nobody is interested.
    pipe.output.on('error', () => undefined);
    ended.catch((error: Error) => pipe.output.destroy(error));
  }

  /** Returns when the statement has ended, one way or the other. */
  kill(): Promise<void> {
    return (this.killing ??= this.killed());
  }

  private async killed(): Promise<void> {
    // A writer that waits for its reader does not look whether it has been killed, and the KILL would wait for it. Nobody
    // else reads any more: an iteration that is under way learns of the end.
    this.pipe.output
      .on('data', () => undefined)
      .removeAllListeners('readable')
      .resume();
    const condition = `position(query, '${this.pipe.name}') > 0 AND query LIKE 'INSERT%'`;
    await killUntilEnded((sql) => this.engine.kill(sql), condition, this.ended);
  }
}
