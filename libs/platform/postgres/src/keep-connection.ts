import { Client, type ClientConfig } from 'pg';
import { keepWorking, pause } from '@platform/async';
import type { Log } from '@platform/telemetry';

export interface KeepConnection {
  /**
   * Where to connect; called for each connection. Not through a pooler in transaction mode: it would drop LISTEN and
   * locks.
   */
  readonly connect: () => ClientConfig;
  /** What it is for, in logs. */
  readonly purpose: string;
  /** Milliseconds between two signs of life. The server ends a session that gave none for five times as long. */
  readonly beatMs: number;
  /** The longest wait before the next attempt to connect, in milliseconds; the first is 100 ms. */
  readonly lastRetryMs: number;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
  /** Makes the session ready; may wait for ever. */
  readonly open: (client: Client) => Promise<unknown>;
  /** Called after `open` on each connection. `held` aborts at once when the connection is lost, and with `signal`. */
  readonly use: (held: AbortSignal) => Promise<void>;
}

const ANSWER_MS = 2_000;

/**
 * Keeps one session with Postgres until the signal aborts, connecting anew whenever it is lost. What a session holds
 * (locks, LISTEN) is a lease: a process that is frozen or cut off stops beating, and the server ends its session.
 */
export const keepConnection = (options: KeepConnection): Promise<void> => {
  const { log, purpose, signal, lastRetryMs } = options;
  return keepWorking((opened) => hold(options, opened), {
    signal,
    lastMs: lastRetryMs,
    onFailure: (error, failures) =>
      log.warn({ err: error, failures }, `${purpose}: the connection was lost; connecting again`),
  });
};

const hold = async ({ connect, beatMs, signal, open, use }: KeepConnection, opened: () => void): Promise<void> => {
  const client = new Client({
    ...connect(),
    connectionTimeoutMillis: ANSWER_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('the connection ended')));
  const cut = (): void => void client.connection.stream.destroy();
  signal.addEventListener('abort', cut);
  try {
    await client.connect();
    await queryInTime(client, `SET idle_session_timeout = ${5 * beatMs}`);
    await open(client);
    opened();
    // From here on `use` ends in good order by itself when the signal aborts.
    signal.removeEventListener('abort', cut);
    const held = AbortSignal.any([signal, lost.signal]);
    void beat(client, beatMs, held).catch((error: unknown) => lost.abort(error));
    await use(held);
  } finally {
    signal.removeEventListener('abort', cut);
    cut();
  }
  if (lost.signal.aborted && !signal.aborted) throw lost.signal.reason;
};

/** Rejects when a sign of life is missing. */
const beat = async (client: Client, beatMs: number, held: AbortSignal): Promise<void> => {
  while (!held.aborted) {
    await pause(beatMs, held);
    if (!held.aborted) await queryInTime(client, 'SELECT 1');
  }
};

/**
 * Runs a statement; rejects when there is no answer in time. node-postgres has a deadline per query, its types do not.
 */
export const queryInTime = async (client: Client, text: string): Promise<void> => {
  const query = { text, query_timeout: ANSWER_MS };
  await client.query(query);
};
