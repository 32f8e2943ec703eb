import { setTimeout as delay } from 'node:timers/promises';
import type { KafkaLog } from './log';

/** A consumer at work. */
export interface Attempt {
  /** Resolves, with why, when it will do nothing more. */
  readonly failed: Promise<Error>;
  /** Milliseconds since it last had something from a broker. */
  idleMs(): number;
  /** Ends it, after what it has in hand. Never throws and always returns. */
  end(): Promise<void>;
}

export interface Supervision {
  readonly name: string;
  /** Begins anew; throws when that fails. */
  start(signal: AbortSignal): Promise<Attempt>;
  readonly signal: AbortSignal;
  readonly log: KafkaLog;
}

export interface Supervised {
  /** It is at work, and a broker has answered within the last seconds. */
  ready(): boolean;
  /** Resolves with true once it is at work, at once if it is; with false when the signal aborts or the patience (ms) ends. */
  whenReady(patienceMs?: number): Promise<boolean>;
  /** Milliseconds since a broker's last answer; infinite while there is no consumer. */
  idleMs(): number;
  /** Resolves when the signal has aborted and what was in hand has ended. */
  readonly ended: Promise<void>;
}

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** A fetch is answered within a quarter of a second. */
const READY_WITHIN_MS = 3_000;
/** More than any request may take. */
const DEAD_AFTER_MS = 15_000;
const LOOK_MS = 1_000;
const SETTLED_MS = 20_000;
const TELL_MS = 60_000;

/** Keeps a consumer alive: one that fails, or hears nothing, is ended and begun anew, until the signal aborts. */
export const supervise = ({ name, start, signal, log }: Supervision): Supervised => {
  let current: Attempt | undefined;
  let told = -Infinity;
  const waiting = new Set<(ready: boolean) => void>();
  const tellWaiting = (ready: boolean): void => {
    for (const tell of waiting) tell(ready);
  };
  signal.addEventListener('abort', () => tellWaiting(false), { once: true });

  const round = async (): Promise<Error> => {
    const attempt = await start(signal);
    current = attempt;
    if (told > 0) log.info({ consumer: name }, 'a consumer of Kafka is at work again');
    told = -Infinity;
    tellWaiting(true);
    const why = await Promise.race([attempt.failed, silence(attempt, signal)]);
    current = undefined;
    await attempt.end();
    return why;
  };

  const run = async (): Promise<void> => {
    for (let pause = SHORTEST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const began = performance.now();
      const why = await round().catch((error: unknown) => error);
      if (signal.aborted) return;
      // It had been at work for a while, so this is a new trouble and not the same one still.
      if (performance.now() - began > SETTLED_MS) pause = SHORTEST_PAUSE_MS;
      if (performance.now() - told > TELL_MS || pause === SHORTEST_PAUSE_MS) {
        told = performance.now();
        log.warn({ err: why, consumer: name }, 'a consumer of Kafka has stopped; beginning it anew until it works');
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
    }
  };

  const idleMs = (): number => current?.idleMs() ?? Infinity;
  const whenReady = (patienceMs?: number): Promise<boolean> => {
    if (current || signal.aborted) return Promise.resolve(!signal.aborted);
    return new Promise((resolve) => {
      const timer = patienceMs === undefined ? undefined : setTimeout(() => tell(false), patienceMs);
      const tell = (ready: boolean): void => {
        clearTimeout(timer);
        waiting.delete(tell);
        resolve(ready);
      };
      waiting.add(tell);
    });
  };
  return { ready: () => idleMs() < READY_WITHIN_MS, whenReady, idleMs, ended: run() };
};

/** Resolves when nothing has come for too long, or when the signal aborts. */
const silence = (attempt: Attempt, signal: AbortSignal): Promise<Error> =>
  new Promise((resolve) => {
    const end = (why: string): void => {
      clearInterval(looking);
      signal.removeEventListener('abort', aborted);
      resolve(new Error(why));
    };
    const aborted = (): void => end('it was told to stop');
    const looking = setInterval(() => {
      if (attempt.idleMs() > DEAD_AFTER_MS) end(`no broker has answered for ${DEAD_AFTER_MS} ms`);
    }, LOOK_MS);
    signal.addEventListener('abort', aborted, { once: true });
    void attempt.failed.then(() => end('it failed'));
    if (signal.aborted) aborted();
  });
