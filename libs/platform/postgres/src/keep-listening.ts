import { once } from 'node:events';
import type { Client } from 'pg';
import { queryInTime, keepConnection, type KeepConnection } from './keep-connection';

export interface KeepListening extends Omit<KeepConnection, 'open' | 'use'> {
  readonly channel: string;
  /** Called with the payload of each notification. */
  readonly onPayload: (payload: string) => void;
  /** Called after LISTEN on each connection: earlier notifications may have been missed. */
  readonly onListening: (client: Client) => Promise<void> | void;
  /** Called when a connection that listened is lost. */
  readonly onLost?: () => void;
}

/** Keeps one session that listens on a channel, until the signal aborts. */
export const keepListening = ({ channel, onPayload, onListening, onLost, ...session }: KeepListening): Promise<void> =>
  keepConnection({
    ...session,
    open: async (client) => {
      client.on('notification', ({ payload = '' }) => onPayload(payload));
      await queryInTime(client, `LISTEN ${client.escapeIdentifier(channel)}`);
      await onListening(client);
    },
    use: async (held) => {
      if (!held.aborted) await once(held, 'abort');
      onLost?.();
    },
  });
