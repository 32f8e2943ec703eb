import { randomUUID } from 'node:crypto';
import { commandHandler } from '@kernel';
import { type WorkspaceCommand, workspaceDecider, workspaceStream } from '@contexts/workspaces';
import type { Installation } from './installation';

/**
 * Handles a command of the operator about a workspace.
 * @param command from the time: RFC 3339, by the database's clock
 * @returns how many events were appended, and the position of the stream's last event
 * @throws Rejection
 */
export const sendToWorkspace = async (
  { store, pool }: Pick<Installation, 'store' | 'pool'>,
  workspaceId: string,
  command: (now: string) => WorkspaceCommand,
): Promise<{ events: number; position: bigint }> => {
  // Loaded here because it loads Nest, which most commands do not need.
  const { uuidOf } = await import('@platform/commands');
  const { rows } = await pool.query<{ now: string }>('SELECT waymark_now() AS now');
  const now = rows[0]?.now ?? new Date().toISOString();
  const [actor, id] = [{ type: 'system', id: 'operator' } as const, randomUUID()];
  const { events, position } = await commandHandler(workspaceDecider, { store, uuid: uuidOf })({
    stream: workspaceStream(workspaceId),
    command: command(now),
    metadata: {
      actor,
      request_id: 'ops',
      command_id: id,
      correlation_id: id,
      causation_id: id,
      workspace_id: workspaceId,
      now,
    },
  });
  return { events: events.length, position };
};
