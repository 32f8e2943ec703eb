export { messageOf } from '@platform/telemetry';

/** A command failed for a reason that the operator can remove. It is printed without a stack; exit code 1. */
export class Failure extends Error {}

/** The arguments fit no command. The usage is printed; exit code 2. */
export class WrongUse extends Error {}
