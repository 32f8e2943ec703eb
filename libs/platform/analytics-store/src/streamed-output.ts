import type { Session } from 'chdb';
import { closeSession } from './close-session';
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
 * The output of a SELECT as the engine writes it, in bounded memory. The engine writes to a file that is a pipe, and so
 * waits for the reader. chdb's own streams do not work: each of their chunks is a document by itself, so a CSV has many
 * headers and a Parquet file is many files. They also block the event loop while the statement is planned.
 * An error of the statement is thrown after the output before it. A caller that stops iterating stops the statement.
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
      closeSession(session);
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
    // The iteration throws the error; after the iteration the error does not matter.
    pipe.output.on('error', () => undefined);
    ended.catch((error: Error) => pipe.output.destroy(error));
  }

  /** Resolves when the statement has ended, even by an error. */
  kill(): Promise<void> {
    return (this.killing ??= this.killed());
  }

  private async killed(): Promise<void> {
    // A writer that waits for its reader does not notice the KILL, and the KILL would wait for it. So this reads the
    // rest: there is no other reader any more, and an iteration that is under way sees the end.
    this.pipe.output
      .on('data', () => undefined)
      .removeAllListeners('readable')
      .resume();
    const condition = `position(query, '${this.pipe.name}') > 0 AND query LIKE 'INSERT%'`;
    await killUntilEnded((sql) => this.engine.kill(sql), condition, this.ended);
  }
}
