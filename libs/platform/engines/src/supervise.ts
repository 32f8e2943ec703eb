import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@platform/telemetry';
import type { StopStep } from './processes';

export type { StopStep } from './processes';

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Supervision {
  /** What the child is called in the log and in errors. */
  readonly name: string;
  /**
   * Starts the child, at first and after each death. Start it `detached`, or Ctrl-C in a terminal ends it together with
   * its parent, in the middle of the parent's drain.
   */
  readonly start: () => ChildProcess | Promise<ChildProcess>;
  /** Resolves once this child can be used. Called at once after `start`, so that it misses no output and no message. */
  readonly ready: (child: ChildProcess) => Promise<void>;
  readonly log: Log;
  /** How the child is ended; SIGTERM, and SIGKILL after 8 s, unless told otherwise. */
  readonly stopSteps?: readonly StopStep[];
  /** How long a child may take to become ready (recovery included), in milliseconds; 60 s unless told otherwise. */
  readonly readyWithinMs?: number;
  /** What the child said last: added to the error when it ends before it is ready. */
  readonly lastWords?: () => string;
}

export interface SupervisedChild {
  /** Ends the child and its supervision; resolves when it is gone. Calling it again waits for the same end. */
  stop(): Promise<void>;
  /** How the child that runs now ends. After a restart, reading it again speaks of the new child. */
  readonly exited: Promise<ChildExit>;
}

const FIRST_ATTEMPTS = 4;
const BACKOFF_MS = { first: 50, most: 5_000 };
const STEADY_MS = 1_000;
const DEFAULT_STOP: readonly StopStep[] = [
  { signal: 'SIGTERM', waitMs: 8_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
];

/**
 * Starts a child process and keeps it running: whenever it ends unasked it is started again, after 50 ms at first and
 * up to 5 s while it keeps failing, for as long as it takes (a full disk is emptied some day).
 * Resolves when the child is ready for the first time; rejects after four failed first attempts, with the last cause.
 */
export async function superviseChild(supervision: Supervision): Promise<SupervisedChild> {
  const supervisor = new Supervisor(supervision);
  await supervisor.launchRepeatedly(FIRST_ATTEMPTS);
  supervisor.keepAlive();
  return supervisor;
}

class Supervisor implements SupervisedChild {
  exited: Promise<ChildExit> = Promise.resolve({ code: null, signal: null });
  private child: ChildProcess | undefined;
  private readonly stopping = new AbortController();
  private kept: Promise<void> = Promise.resolve();
  private stopped: Promise<void> | undefined;
  private failures = 0;

  constructor(private readonly supervision: Supervision) {}

  keepAlive(): void {
    this.kept = this.restartForEver();
  }

  stop(): Promise<void> {
    this.stopped ??= this.shutDown();
    return this.stopped;
  }

  async launchRepeatedly(attempts: number): Promise<void> {
    const { name, log } = this.supervision;
    for (let attempt = 1; !this.stopping.signal.aborted; attempt++) {
      try {
        return await this.launch();
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        if (attempt >= attempts) throw error;
        log.warn({ err: error, attempt }, `${name} could not be started; trying again`);
        this.failures++;
        await this.pause();
      }
    }
  }

  private async restartForEver(): Promise<void> {
    const { name, log } = this.supervision;
    for (;;) {
      const readyAt = performance.now();
      const exit = await this.exited;
      if (this.stopping.signal.aborted) return;
      log.error({ ...exit }, `${name} ended unasked; starting it again`);
      this.failures = performance.now() - readyAt < STEADY_MS ? this.failures + 1 : 0;
      await this.pause();
      await this.launchRepeatedly(Infinity);
      if (this.stopping.signal.aborted) return;
      log.info({}, `${name} is back`);
    }
  }

  private async launch(): Promise<void> {
    const { name, start, ready, readyWithinMs = 60_000 } = this.supervision;
    const child = await start();
    this.child = child;
    this.exited = exitOf(child);
    const settled = new AbortController();
    try {
      await Promise.race([
        ready(child),
        this.failedStart(child, this.exited),
        tooSlow(name, readyWithinMs, settled.signal),
      ]);
    } catch (error) {
      child.kill('SIGKILL');
      await this.exited;
      throw error;
    } finally {
      settled.abort();
    }
    // A stop that came while this child was being made has signalled its predecessor only.
    if (this.stopping.signal.aborted) await this.end(child);
  }

  private async failedStart(child: ChildProcess, exited: Promise<ChildExit>): Promise<never> {
    const { name, lastWords } = this.supervision;
    const closed = once(child, 'close').catch(() => undefined);
    const { code, signal } = await exited;
    // Its last output may still be in the pipe, and a grandchild may hold that pipe open for ever.
    await Promise.race([closed, delay(200, undefined, { ref: false })]);
    const words = lastWords?.() ?? '';
    throw new Error(
      `${name} ended before it was ready (${signal ?? `exit code ${code}`})${words === '' ? '' : `: ${words}`}`,
    );
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
      await Promise.race([this.exited, delay(waitMs, undefined, { ref: false })]);
    }
  }

  private async pause(): Promise<void> {
    const ms = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** this.failures);
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** Never rejects: a child that could not even be spawned has ended, too. */
function exitOf(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.on('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
}

async function tooSlow(name: string, ms: number, settled: AbortSignal): Promise<never> {
  await delay(ms, undefined, { signal: settled, ref: false });
  throw new Error(`${name} was not ready within ${ms / 1000} s`);
}
