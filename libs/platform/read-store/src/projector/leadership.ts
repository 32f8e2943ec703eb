import type { ClientConfig } from 'pg';
import type { Log } from '@platform/telemetry';
import { keepConnection } from '@platform/postgres';

export interface Leadership {
  /** The read models to lead. All processes lock them in the same order, so that no deadlock arises. */
  readonly of: readonly string[];
  readonly connect: () => ClientConfig;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Runs while this process leads; `leading` aborts when leadership is lost, and when the signal does. */
  readonly work: (leading: AbortSignal) => Promise<void>;
}

/** A leader that is frozen or cut off is replaced after five such intervals. */
const BEAT_MS = 1_000;
const LAST_RETRY_MS = 1_000;

/**
 * Exactly one of all processes works: it holds an advisory lock for each read model on a session of its own. The others
 * wait for the locks, and the first of them continues as soon as that session ends. A former leader may notice late:
 * the fence of `move_checkpoint` refuses what it writes until then. Ends when the signal aborts.
 */
export const lead = ({ of, connect, log, signal, work }: Leadership): Promise<void> => {
  const names = [...of].sort();
  return keepConnection({
    connect,
    purpose: 'leading the projectors',
    beatMs: BEAT_MS,
    lastRetryMs: LAST_RETRY_MS,
    log,
    signal,
    open: async (client) => {
      await client.query('SET statement_timeout = 0; SET lock_timeout = 0');
      await client.query(
        "SELECT pg_advisory_lock(hashtextextended('waymark/projector/' || name, 0)) FROM unnest($1::text[]) AS name",
        [names],
      );
    },
    use: async (leading) => {
      log.info({ read_models: names }, 'this process leads the projectors');
      await work(leading);
    },
  });
};
