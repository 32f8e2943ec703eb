import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '@kernel';

/** A password to hash, or to compare with a stored hash. */
export interface Job {
  readonly password: string;
  readonly stored?: string;
}

/** A PHC string for a password to hash; whether it was right for one to compare. */
type Result = string | boolean;

interface Waiting {
  readonly job: Job;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** At some 30 ms each, the last of them waits two seconds. */
const MOST_WAITING = 64;

/**
 * Runs argon2 in a thread of its own, one job at a time, and not on libuv's pool, where the journal's fsync would wait
 * behind it. A thread that dies fails the job it was at; the next job starts another thread.
 */
export class HashThread {
  private readonly waiting: Waiting[] = [];
  private worker: Worker | undefined;

  constructor(private readonly most = MOST_WAITING) {}

  /** @throws StoreUnavailable when too many wait, or when the thread died at it */
  run(job: Job): Promise<Result> {
    if (this.waiting.length >= this.most)
      return Promise.reject(new StoreUnavailable(`${this.most} passwords wait to be hashed already`));
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

  private end(settle: (waiting: Waiting) => void): void {
    const ended = this.waiting.shift();
    if (ended) settle(ended);
    this.begin();
  }

  private start(): Worker {
    // Without our own preloaded modules: they are for a process, and would run a second time.
    const worker = new Worker(join(__dirname, 'hash-worker.cjs'), { execArgv: [] });
    worker.on('message', ({ result, failure }: { result?: Result; failure?: string }) =>
      this.end(({ resolve, reject }) => (result === undefined ? reject(new Error(failure)) : resolve(result))),
    );
    // The exit follows, and ends the job.
    let cause: unknown;
    worker.on('error', (error) => (cause = error));
    worker.once('exit', () => {
      this.worker = undefined;
      this.end(({ reject }) => reject(new StoreUnavailable('the thread that hashes passwords ended', { cause })));
    });
    return worker;
  }
}
