export { messageOf } from '@platform/telemetry';

/** A command that cannot do what was asked, for a reason the operator can do something about: told without a stack, exit code 1. */
export class Failure extends Error {}

/** Asked for in a way no command understands: the usage is shown, exit code 2. */
export class WrongUse extends Error {}
