import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Outcome, categoryOf } from '@kernel';
import { endsWithin, within } from '@platform/async';
import { Deciders } from './deciders';
import { DispatchCommand } from './dispatch-command';
import { storeIsLate } from './store-is-late';

/**
 * Milliseconds that a command waits for the earlier ones of its stream, many of which may be under way on a slow store.
 * One that hangs must not hold up all others.
 */
const PATIENCE_MS = 2_000;

/**
 * Handles commands in this process, those of one stream in turn, as Kafka delivers them: handled at once, all but one
 * would be decided on an old state and lose their race.
 */
@CommandHandler(DispatchCommand)
export class LocalDispatch implements ICommandHandler<DispatchCommand> {
  /**
   * The end of the last command under way of each stream, and no outcome: a map's discarded tables keep what was in
   * them until all garbage is collected.
   */
  private readonly last = new Map<string, Promise<void>>();

  /** @param deadlineMs of a command, for a store whose servers may be silent */
  constructor(
    private readonly deciders: Deciders,
    private readonly deadlineMs?: number,
  ) {}

  execute(dispatched: DispatchCommand): Promise<Outcome<unknown>> {
    const { deadlineMs } = this;
    if (deadlineMs === undefined) return this.inTurn(dispatched, () => false);
    let isGivenUp = false;
    const late = (): Error => {
      isGivenUp = true;
      return storeIsLate();
    };
    return within(
      deadlineMs,
      this.inTurn(dispatched, () => isGivenUp),
      late,
    );
  }

  private inTurn(dispatched: DispatchCommand, isGivenUp: () => boolean): Promise<Outcome<unknown>> {
    const { stream } = dispatched;
    const handle = () => {
      // Else a slow store handles only commands that were given up, and no caller gets an outcome.
      if (isGivenUp()) throw storeIsLate();
      return this.deciders.handlerOf(categoryOf(stream))(dispatched);
    };
    const earlier = this.last.get(stream);
    const outcome = earlier ? endsWithin(PATIENCE_MS, earlier).then(handle) : handle();
    const leave = (): void => {
      if (this.last.get(stream) === ended) this.last.delete(stream);
    };
    const ended = outcome.then(leave, leave);
    this.last.set(stream, ended);
    return outcome;
  }
}
