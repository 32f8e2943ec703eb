import type { DueCommand } from '@kernel';
import { DispatchCommand, uuidOf } from '@platform/commands';

/** A command by the scheduler. Its id derives from its occurrence: however often it is sent, it is recorded once. */
export const systemCommand = (
  { command, subject, occurrence }: DueCommand,
  { stream, workspace_id, now }: { readonly stream: string; readonly workspace_id: string; readonly now: string },
): DispatchCommand => {
  const request = `scheduler:${subject}`;
  return new DispatchCommand(stream, command, {
    actor: { type: 'system', id: 'scheduler' },
    request_id: request,
    command_id: uuidOf(occurrence),
    correlation_id: request,
    causation_id: request,
    workspace_id,
    now,
  });
};
