/** A command that cannot do what was asked, for a reason the operator can do something about: told without a stack, exit code 1. */
export class Failure extends Error {}

/** Asked for in a way no command understands: the usage is shown, exit code 2. */
export class WrongUse extends Error {}

/** One line without a dot at its end, with the cause where the message does not tell it. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error && !error.message.includes(error.cause.message) ? ` (${error.cause.message})` : '';
  return `${error.message.trim().replace(/\.$/, '')}${cause}`.split('\n').join(' ');
};
