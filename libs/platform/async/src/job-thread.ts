import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '@kernel';

interface Waiting<J, R> {
  readonly job: J;
  readonly resolve: (result: R) => void;
  readonly reject: (error: Error) => void;
}

export interface JobThreadOptions {
  /** Path of the thread's module, which answers each message by `{ result }` or `{ failure: text }`. */
  readonly file: string;
  /** What the jobs are, in the plural, for messages. */
  readonly what: string;
  /** How many jobs may wait, the one under way included. */
  readonly most: number;
}

/**
 * Runs jobs in a thread of its own, one at a time, and not on libuv's pool, where the journal's fsync would wait behind
 * them. A thread that dies fails the job it was at; the next job starts another thread.
 */
export class JobThread<J, R> {
  private readonly waiting: Waiting<J, R>[] = [];
  private worker: Worker | undefined;

  constructor(private readonly options: JobThreadOptions) {}

  /** Jobs that have not ended. */
  get load(): number {
    return this.waiting.length;
  }

  /** @throws StoreUnavailable when too many wait, or when the thread died at it */
  run(job: J): Promise<R> {
    const { most, what } = this.options;
    if (this.waiting.length >= most) return Promise.reject(new StoreUnavailable(`${most} ${what} wait already`));
    return new Promise((resolve, reject) => {
      this.waiting.push({ job, resolve, reject });
      if (this.waiting.length === 1) this.begin();
    });
  }

  /** Ends the thread; the next job starts another one. */
  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private begin(): void {
    const next = this.waiting[0];
    // An idle thread does not keep the process alive.
    if (!next) return this.worker?.unref();
    this.worker ??= this.start();
    this.worker.ref();
    this.worker.postMessage(next.job);
  }

  private end(settle: (waiting: Waiting<J, R>) => void): void {
    const ended = this.waiting.shift();
    if (ended) settle(ended);
    this.begin();
  }

  private start(): Worker {
    // Without our own preloaded modules: they are for a process, and would run a second time.
    const worker = new Worker(this.options.file, { execArgv: [] });
    worker.on('message', ({ result, failure }: { result?: R; failure?: string }) =>
      this.end(({ resolve, reject }) => (result === undefined ? reject(new Error(failure)) : resolve(result))),
    );
    // The exit follows, and ends the job.
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.once('exit', () => {
      this.worker = undefined;
      this.end(({ reject }) => reject(new StoreUnavailable(`the thread of ${this.options.what} ended`, { cause })));
    });
    return worker;
  }
}
