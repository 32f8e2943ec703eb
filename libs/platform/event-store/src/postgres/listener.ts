import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';

const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 3_000;

export interface Log {
  warn(fields: object, message: string): void;
}

export interface ListenerOptions {
  /** Where to connect; asked anew for each connection. Not through a pooler in transaction mode: it would drop LISTEN. */
  readonly listen: () => ClientConfig | string;
  /** A batch of these categories (comma-separated, or `*`) was committed, up to this position. */
  readonly notified: (position: bigint, categories: string) => void;
  /** The connection stands, for the first time or again: whatever happened before may have been missed. */
  readonly connected: () => void;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Grows from 100 ms to 5 s with each failure in a row; ends early when the signal is aborted. */
export const backOff = async (failures: number, signal: AbortSignal): Promise<void> => {
  await delay(Math.min(100 * 2 ** (failures - 1), 5_000), undefined, { signal }).catch(() => undefined);
};

/** Keeps one connection that hears of every commit, until the signal is aborted. A silent one is noticed by its heartbeat. */
export const keepListening = async ({ listen, notified, connected, log, signal }: ListenerOptions): Promise<void> => {
  let failures = 0;
  const hold = async (): Promise<void> => {
    const client = clientOf(listen());
    const cut = (): void => void client.connection.stream.destroy();
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('The connection ended.')));
    });
    lost.catch(() => undefined);
    client.on('notification', ({ payload = '' }) => {
      const [, position, categories = ''] = /^(\d+):(.*)$/s.exec(payload) ?? [];
      if (position !== undefined) notified(BigInt(position), categories);
    });
    signal.addEventListener('abort', cut);
    try {
      await client.connect();
      await client.query('LISTEN waymark_events');
      failures = 0;
      connected();
      await Promise.race([lost, beat(client, signal)]);
    } finally {
      signal.removeEventListener('abort', cut);
      cut();
    }
  };

  while (!signal.aborted) {
    try {
      await hold();
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      log.warn({ err: error, failures }, 'The event store no longer hears of appends; connecting again.');
      await backOff(failures, signal);
    }
  }
};

const clientOf = (where: ClientConfig | string): Client =>
  new Client({
    ...(typeof where === 'string' ? { connectionString: where } : where),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'waymark-events',
  });

/** Asks for a sign of life every few seconds; rejects when there is none. */
const beat = async (client: Client, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await delay(HEARTBEAT_MS, undefined, { signal });
    await client.query('SELECT 1');
  }
};
