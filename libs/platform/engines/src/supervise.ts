import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from '@kernel';
import { endsWithin, keepWorking, retry, within } from '@platform/async';
import type { Log } from '@platform/telemetry';
import type { StopStep } from './processes';

export type { StopStep } from './processes';

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildSupervision {
  /** The child's name in the log and in errors. */
  readonly name: string;
  /**
   * Starts the child, at first and after each death. Start it `detached`; otherwise Ctrl-C in a terminal ends it
   * together with its parent, in the middle of the parent's drain.
   */
  readonly start: () => ChildProcess | Promise<ChildProcess>;
  /** Resolves once this child can be used. Called right after `start`, so that it misses no output and no message. */
  readonly ready: (child: ChildProcess) => Promise<void>;
  readonly log: Log;
  /** The steps that end the child; default: SIGTERM, and SIGKILL after 8 s. */
  readonly stopSteps?: readonly StopStep[];
  /** How long a child may take to become ready (recovery included), in milliseconds; default 60 s. */
  readonly readyWithinMs?: number;
  /** The child's last output, for the error when it ends before it is ready. */
  readonly lastOutput?: () => string;
}

export interface SupervisedChild {
  /** Ends the child and its supervision; resolves when it is gone. Calling it again waits for the same end. */
  stop(): Promise<void>;
  /** How the running child ends. After a restart, read it again for the new child. */
  readonly exited: Promise<ChildExit>;
}

const FIRST_ATTEMPTS = 4;
const FIRST_START_BACKOFF = { firstMs: 100, lastMs: 5_000 };
const RESTART_BACKOFF = { firstMs: 50, lastMs: 5_000 };
/** A child that ends sooner counts as a further failure; after a longer life the waits begin with the shortest. */
const STEADY_MS = 1_000;
/** Wait for the last output of a child that has ended. */
const LAST_OUTPUT_MS = 200;
const DEFAULT_STOP: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

/**
 * Starts a child process and keeps it running. Whenever it ends unasked it is started again, after 50 ms at first and
 * up to 5 s while it keeps failing, without a limit (a full disk is emptied some day).
 * Resolves when the child is ready for the first time; rejects after four failed first attempts, with the last cause.
 */
export async function superviseChild(supervision: ChildSupervision): Promise<SupervisedChild> {
  const supervisor = new Supervisor(supervision);
  await supervisor.start();
  return supervisor;
}

class EndedUnexpectedly extends Error {
  constructor(readonly exit: ChildExit) {
    super('ended unexpectedly');
  }
}

class Supervisor implements SupervisedChild {
  exited: Promise<ChildExit> = Promise.resolve({ code: null, signal: null });
  private child: ChildProcess | undefined;
  private readonly stopping = new AbortController();
  private kept: Promise<void> = Promise.resolve();
  private stopped: Promise<void> | undefined;
  private running = false;

  constructor(private readonly supervision: ChildSupervision) {}

  async start(): Promise<void> {
    const { name, log } = this.supervision;
    const { signal } = this.stopping;
    await retry(() => this.launch(), {
      ...FIRST_START_BACKOFF,
      signal,
      onFailure: (error, attempt) => {
        if (attempt >= FIRST_ATTEMPTS) throw error;
        log.warn({ err: error, attempt }, `${name} could not be started; trying again`);
      },
    });
    this.kept = keepWorking((steady) => this.live(steady), {
      ...RESTART_BACKOFF,
      signal,
      onFailure: (error, failures) => {
        if (error instanceof EndedUnexpectedly)
          log.error({ ...error.exit }, `${name} ended unexpectedly; starting it again`);
        else log.warn({ err: error, attempt: failures }, `${name} could not be started; trying again`);
      },
    });
  }

  stop(): Promise<void> {
    this.stopped ??= this.shutDown();
    return this.stopped;
  }

  /** Follows the running child, or starts one and follows it. Rejects when it ends unasked or cannot be started. */
  private async live(steady: () => void): Promise<void> {
    const { name, log } = this.supervision;
    if (!this.running) {
      await this.launch();
      if (this.stopping.signal.aborted) return;
      log.info({}, `${name} is back`);
    }
    const readyAt = performance.now();
    const exit = await this.exited;
    this.running = false;
    if (performance.now() - readyAt >= STEADY_MS) steady();
    throw new EndedUnexpectedly(exit);
  }

  private async launch(): Promise<void> {
    const { name, start, ready, readyWithinMs = 60_000 } = this.supervision;
    const child = await start();
    this.child = child;
    this.exited = exitOf(child);
    try {
      await within(
        readyWithinMs,
        Promise.race([ready(child), this.failedStart(child, this.exited)]),
        () => new OperatorError(`${name} was not ready within ${readyWithinMs / 1000} s`),
      );
    } catch (error) {
      child.kill('SIGKILL');
      await this.exited;
      throw error;
    }
    this.running = true;
    // A stop during the start of this child has signalled its predecessor only.
    if (this.stopping.signal.aborted) await this.end(child);
  }

  private async failedStart(child: ChildProcess, exited: Promise<ChildExit>): Promise<never> {
    const { name, lastOutput } = this.supervision;
    const closed = once(child, 'close').catch(() => undefined);
    const { code, signal } = await exited;
    // Its last output may still be in the pipe, and a grandchild may hold that pipe open for ever.
    await endsWithin(LAST_OUTPUT_MS, closed);
    const words = lastOutput?.() || 'its lines in the log say why';
    throw new OperatorError(`${name} ended before it was ready (${signal ?? `exit code ${code}`}): ${words}`);
  }

  private async shutDown(): Promise<void> {
    this.stopping.abort();
    if (this.child !== undefined) await this.end(this.child);
    await this.kept;
  }

  private async end(child: ChildProcess): Promise<void> {
    for (const { signal, waitMs } of this.supervision.stopSteps ?? DEFAULT_STOP) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      child.kill(signal);
      await endsWithin(waitMs, this.exited);
    }
  }
}

/** Never rejects: a child that could not even be spawned counts as ended. */
function exitOf(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.on('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
}
