import type { Client, ClientConfig } from 'pg';
import { keepListening } from '@platform/postgres';
import type { Progress } from '@platform/processing';
import type { Log } from '@platform/telemetry';

export interface FollowProgress {
  readonly connect: () => ClientConfig;
  readonly progress: Progress;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

const BEAT_MS = 3_000;
const LAST_RETRY_MS = 1_000;

/**
 * Advances `progress` to the checkpoints of the read models of all processes: `move_checkpoint` notifies at its commit.
 * It reads the checkpoints after each new connection, because notifications may have been missed, and a restored
 * database has lower ones. Ends when aborted.
 */
export const followProgress = ({ progress, ...session }: FollowProgress): Promise<void> =>
  keepListening({
    ...session,
    purpose: 'following the projectors',
    beatMs: BEAT_MS,
    lastRetryMs: LAST_RETRY_MS,
    channel: 'waymark_progress',
    onPayload: (payload) => {
      // With `!` the checkpoint belongs to another history now, in which its position may be lower.
      const [, other, model, position] = /^(!?)(.+):(-?\d+)$/.exec(payload) ?? [];
      if (model === undefined || position === undefined) return;
      if (other) progress.reset(model, BigInt(position));
      else progress.advance(model, BigInt(position));
    },
    onListening: (client) => resync(client, progress),
  });

const resync = async (client: Client, progress: Progress): Promise<void> => {
  const { rows } = await client.query<{ read_model: string; position: string }>(
    'SELECT read_model, position FROM checkpoints',
  );
  for (const { read_model, position } of rows) progress.reset(read_model, BigInt(position));
};
