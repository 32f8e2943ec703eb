import { OperatorError } from '@kernel';
import { messageOf } from '@platform/telemetry';

export { messageOf };

/** A command failed for a reason that the operator can remove; exit code 1. */
export class Failure extends OperatorError {}

/** The arguments fit no command. The usage is printed; exit code 2. */
export class WrongUse extends Error {}

/** What an option names. @throws WrongUse when it cannot be used as it is written */
export const fromOption = <T>(option: string, make: () => T): T => {
  try {
    return make();
  } catch (error) {
    throw new WrongUse(`--${option} cannot be used: ${messageOf(error)}`);
  }
};
