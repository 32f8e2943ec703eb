import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Outcome, categoryOf } from '@kernel';
import { within } from '@platform/async';
import { Deciders } from './deciders';
import { DispatchCommand } from './dispatch-command';
import { storeIsLate } from './store-is-late';

/** Handles commands in this process. */
@CommandHandler(DispatchCommand)
export class LocalDispatch implements ICommandHandler<DispatchCommand> {
  /** @param deadlineMs of a command, for a store whose servers may be silent */
  constructor(
    private readonly deciders: Deciders,
    private readonly deadlineMs?: number,
  ) {}

  execute(dispatched: DispatchCommand): Promise<Outcome<unknown>> {
    const outcome = this.deciders.handlerOf(categoryOf(dispatched.stream))(dispatched);
    return this.deadlineMs === undefined ? outcome : within(this.deadlineMs, outcome, storeIsLate);
  }
}
