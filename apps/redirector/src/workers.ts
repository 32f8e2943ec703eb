import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { pause } from '@platform/async';
import { type Log, metrics } from '@platform/telemetry';

export interface KeepWorkers {
  readonly count: number;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

export interface Workers {
  /** How many serve at the moment. */
  serving(): number;
  /** Resolves when one serves, or the signal has aborted. */
  readonly first: Promise<void>;
  /** Resolves when all have ended, after the signal. */
  readonly done: Promise<void>;
}

/** A worker that dies sooner is started again only after this time. */
const SHORTEST_LIFE_MS = 1_000;

/** Keeps `count` workers of this program running, and ends them with SIGTERM when the signal aborts. */
export const keepWorkers = ({ count, log, signal }: KeepWorkers): Workers => {
  const serving = new Set<Worker>();
  const died = metrics.counter('redirector_workers_died_total', 'Workers that ended without having been asked to.');

  let begun = (): void => undefined;
  const first = new Promise<void>((resolve) => (begun = resolve));
  signal.addEventListener('abort', () => begun());

  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const soonest = pause(SHORTEST_LIFE_MS, signal);
      const worker = cluster.fork();
      const end = () => void worker.process.kill('SIGTERM');
      signal.addEventListener('abort', end);
      worker.once('listening', () => (serving.add(worker), begun()));
      const [code, killedBy] = (await once(worker, 'exit')) as [number | null, string | null];
      signal.removeEventListener('abort', end);
      serving.delete(worker);
      if (signal.aborted) return;
      died.inc();
      log.warn({ worker: worker.process.pid, code, signal: killedBy }, 'a redirect worker died; starting another one');
      await soonest;
    }
  };

  return {
    serving: () => serving.size,
    first,
    done: Promise.all(Array.from({ length: count }, one)).then(() => undefined),
  };
};
