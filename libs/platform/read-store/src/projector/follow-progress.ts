import type { Client, ClientConfig } from 'pg';
import type { Log } from '../log';
import { keepConnection } from './kept-connection';
import type { Progress } from '@platform/processing';

export interface FollowProgress {
  readonly connect: () => ClientConfig;
  readonly progress: Progress;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const BEAT_MS = 3_000;

/**
 * Tells `progress` how far the read models have come, whichever process keeps them: `move_checkpoint` notifies at its
 * commit. After each new connection the checkpoints are read, for notifications may have been missed. Ends when aborted.
 */
export const followProgress = ({ connect, progress, log, signal }: FollowProgress): Promise<void> =>
  keepConnection({
    connect,
    purpose: 'following the projectors',
    beatMs: BEAT_MS,
    log,
    signal,
    open: async (client) => {
      client.on('notification', ({ payload = '' }) => {
        const [, model, position] = /^(.+):(\d+)$/.exec(payload) ?? [];
        if (model !== undefined && position !== undefined) progress.advance(model, BigInt(position));
      });
      await client.query('LISTEN waymark_progress');
      await resync(client, progress);
    },
    use: (held) =>
      new Promise((resolve) =>
        held.aborted ? resolve() : held.addEventListener('abort', () => resolve(), { once: true }),
      ),
  });

const resync = async (client: Client, progress: Progress): Promise<void> => {
  const { rows } = await client.query<{ read_model: string; position: string }>(
    'SELECT read_model, position FROM checkpoints',
  );
  for (const { read_model, position } of rows) progress.advance(read_model, BigInt(position));
};
