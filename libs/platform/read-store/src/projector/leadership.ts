import type { ClientConfig } from 'pg';
import type { Log } from '@platform/telemetry';
import { keepConnection } from '@platform/postgres';

export interface Leadership {
  /** The read models to lead. Processes that lead some of the same take them in the same order, so none waits in a ring. */
  readonly of: readonly string[];
  readonly connect: () => ClientConfig;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** To be done while leading; `leading` aborts when leadership is lost, and when the signal does. */
  readonly work: (leading: AbortSignal) => Promise<void>;
}

/** A leader that is frozen or cut off is replaced after five of these. */
const BEAT_MS = 1_000;
const LAST_RETRY_MS = 1_000;

/**
 * Of all processes exactly one works, by an advisory lock for each read model on a session of its own; the others wait for
 * the locks, and the first of them goes on as soon as that session ends. A deposed leader may not know it yet for a
 * moment: what it writes then is refused by the fence of `move_checkpoint`. Ends when the signal aborts.
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
