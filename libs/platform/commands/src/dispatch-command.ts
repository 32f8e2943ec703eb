import type { Command, CommandMetadata, Outcome } from '@kernel';

/**
 * The one class that goes over Nest's CommandBus, whatever the command inside. Its handler is either in this process
 * (LocalDispatch) or at the other end of a request-reply.
 */
export class DispatchCommand<C extends Command = Command> {
  constructor(
    readonly stream: string,
    readonly command: C,
    readonly metadata: CommandMetadata,
    /** The revisions that the caller requires. */
    readonly expected?: readonly bigint[],
    /** Whether the stream most likely does not exist yet. */
    readonly fresh?: boolean,
  ) {}
}

export type HandleDispatch = (dispatched: DispatchCommand) => Promise<Outcome<unknown>>;
