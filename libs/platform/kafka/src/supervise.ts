import { keepWorking, poll } from '@platform/async';
import type { KafkaLog } from './log';

/** A running consumer. */
export interface Attempt {
  /** Resolves, with the reason, when the consumer has stopped for good. */
  readonly failed: Promise<Error>;
  /** Milliseconds since the last answer of a broker. */
  idleMs(): number;
  /** Ends the consumer after its work under way. Never throws and always returns. */
  end(): Promise<void>;
}

export interface ConsumerSupervision {
  readonly name: string;
  /** Starts a new consumer; throws when that fails. */
  start(): Promise<Attempt>;
  readonly signal: AbortSignal;
  readonly log: KafkaLog;
}

export interface Supervised {
  /** Whether it is running and a broker has answered within the last seconds. */
  ready(): boolean;
  /** Resolves with true once it is running, maybe at once; with false on abort or after `patienceMs` milliseconds. */
  whenReady(patienceMs?: number): Promise<boolean>;
  /** Milliseconds since a broker's last answer; infinite while there is no consumer. */
  idleMs(): number;
  /** Resolves when the signal has aborted and the work under way has ended. */
  readonly ended: Promise<void>;
}

const BACKOFF = { firstMs: 100, lastMs: 2_000 };
/** A broker answers a fetch within a quarter of a second. */
const READY_WITHIN_MS = 3_000;
/** Longer than any request may take. */
const DEAD_AFTER_MS = 15_000;
const CHECK_MS = 1_000;
/** A failure after so long a run begins a new series of failures. */
const SETTLED_MS = 20_000;
const WARN_EVERY_MS = 60_000;

/** Keeps a consumer running until the signal aborts: ends and restarts one that fails or gets no answers. */
export const supervise = (supervision: ConsumerSupervision): Supervised => new Supervisor(supervision);

class Supervisor implements Supervised {
  readonly ended: Promise<void>;
  private current: Attempt | undefined;
  private warnedAt = -Infinity;
  private readonly waiting = new Set<(ready: boolean) => void>();

  constructor(private readonly supervision: ConsumerSupervision) {
    const { signal } = supervision;
    signal.addEventListener('abort', () => this.settleWaiting(false), { once: true });
    const onFailure = (error: unknown, failures: number): void => this.warn(error, failures);
    this.ended = keepWorking((working) => this.attempt(working), { signal, onFailure, ...BACKOFF });
  }

  ready(): boolean {
    return this.idleMs() < READY_WITHIN_MS;
  }

  idleMs(): number {
    return this.current?.idleMs() ?? Infinity;
  }

  whenReady(patienceMs?: number): Promise<boolean> {
    const { aborted } = this.supervision.signal;
    if (this.current || aborted) return Promise.resolve(!aborted);
    return new Promise((resolve) => {
      const timer = patienceMs === undefined ? undefined : setTimeout(() => settle(false), patienceMs);
      const settle = (ready: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(settle);
        resolve(ready);
      };
      this.waiting.add(settle);
    });
  }

  /** @throws the reason why the consumer has ended */
  private async attempt(working: () => void): Promise<never> {
    const { name, start, signal, log } = this.supervision;
    const attempt = await start();
    const began = performance.now();
    this.current = attempt;
    if (this.warnedAt > 0) log.info({ consumer: name }, 'a Kafka consumer works again');
    this.warnedAt = -Infinity;
    this.settleWaiting(true);
    const over = new AbortController();
    const silent = silence(attempt, AbortSignal.any([signal, over.signal]));
    const reason = await Promise.race([attempt.failed, silent]);
    over.abort();
    this.current = undefined;
    await attempt.end();
    if (performance.now() - began > SETTLED_MS) working();
    throw reason;
  }

  private warn(error: unknown, failures: number): void {
    const { name, log } = this.supervision;
    const now = performance.now();
    if (failures > 1 && now - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = now;
    log.warn({ err: error, consumer: name }, 'a Kafka consumer stopped; starting it again until it works');
  }

  private settleWaiting(ready: boolean): void {
    for (const settle of this.waiting) settle(ready);
  }
}

/** Resolves when no broker has answered for too long, or when the signal aborts. */
const silence = async (attempt: Attempt, signal: AbortSignal): Promise<Error> => {
  await poll(async () => attempt.idleMs() > DEAD_AFTER_MS || undefined, { everyMs: CHECK_MS, signal });
  return new Error(signal.aborted ? 'the consumer was stopped' : `no broker has answered for ${DEAD_AFTER_MS} ms`);
};
