import type { DueCommand } from '@kernel';
import { uuidOf } from './deciders';
import { DispatchCommand } from './dispatch-command';

interface Sending {
  readonly stream: string;
  readonly workspace_id: string;
  readonly now: string;
  /** The part of the system that sends it. */
  readonly by?: string;
}

/**
 * A command of the system itself. Its id derives from its occurrence: however often it is sent, it is recorded once.
 */
export const systemCommand = (
  { command, subject, occurrence }: DueCommand,
  { stream, workspace_id, now, by = 'scheduler' }: Sending,
): DispatchCommand => {
  const request = `${by}:${subject}`;
  return new DispatchCommand(stream, command, {
    actor: { type: 'system', id: by },
    request_id: request,
    command_id: uuidOf(occurrence),
    correlation_id: request,
    causation_id: request,
    workspace_id,
    now,
  });
};
