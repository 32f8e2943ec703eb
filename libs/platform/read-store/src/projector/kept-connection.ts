import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../log';

export interface KeptConnection {
  /** Where to connect, as the application; asked anew for each connection. Not through a pooler in transaction mode. */
  readonly connect: () => ClientConfig;
  /** What it is for, in logs. */
  readonly purpose: string;
  /** Milliseconds between two signs of life. The server ends a session that gave none for five times as long. */
  readonly beatMs: number;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Makes the session ready; may wait for ever. */
  readonly open: (client: Client) => Promise<unknown>;
  /** Follows `open` on each connection. `held` aborts at once when the connection is lost, and with `signal`. */
  readonly use: (held: AbortSignal) => Promise<void>;
}

const ANSWER_MS = 2_000;
const LAST_RETRY_MS = 1_000;

/**
 * Keeps one session with Postgres until the signal aborts, connecting anew whenever it is lost. What a session holds
 * (locks, LISTEN) is a lease: a process that is frozen or cut off stops beating, and the server ends its session.
 */
export const keepConnection = async (options: KeptConnection): Promise<void> => {
  const { log, purpose, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      await hold(options, () => (failures = 0));
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.warn({ err: error, failures }, `${purpose}: the connection was lost; connecting again`);
      await delay(Math.min(50 * 2 ** failures, LAST_RETRY_MS), undefined, { signal }).catch(() => undefined);
    }
  }
};

const hold = async ({ connect, beatMs, signal, open, use }: KeptConnection, opened: () => void): Promise<void> => {
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
    await client.query(`SET idle_session_timeout = ${5 * beatMs}`);
    await open(client);
    opened();
    // From here on an end in good order is `use`'s own affair.
    signal.removeEventListener('abort', cut);
    const held = AbortSignal.any([signal, lost.signal]);
    await Promise.all([use(held), beat(client, beatMs, held).catch((error: unknown) => lost.abort(error))]);
  } finally {
    signal.removeEventListener('abort', cut);
    cut();
  }
  if (lost.signal.aborted && !signal.aborted) throw lost.signal.reason;
};

/** Rejects when there is no answer in time. */
const beat = async (client: Client, beatMs: number, held: AbortSignal): Promise<void> => {
  const query = { text: 'SELECT 1', query_timeout: ANSWER_MS };
  while (!held.aborted) {
    await delay(beatMs, undefined, { signal: held }).catch(() => undefined);
    if (!held.aborted) await client.query(query);
  }
};
