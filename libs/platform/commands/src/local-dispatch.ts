import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Outcome, categoryOf } from '@kernel';
import { Deciders } from './deciders';
import { DispatchCommand } from './dispatch-command';

/** Handles commands in this process. */
@CommandHandler(DispatchCommand)
export class LocalDispatch implements ICommandHandler<DispatchCommand> {
  constructor(private readonly deciders: Deciders) {}

  execute(dispatched: DispatchCommand): Promise<Outcome<unknown>> {
    return this.deciders.handlerOf(categoryOf(dispatched.stream))(dispatched);
  }
}
