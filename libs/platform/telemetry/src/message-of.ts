/** What is wrong, in one line without a dot at its end, with the cause where the message does not tell it. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  const message = textOf(error);
  return `${message}${cause === '' || message.includes(cause) ? '' : ` (${cause})`}`;
};

/** A host of several addresses is refused by several errors, and the one that holds them says nothing itself. */
const textOf = (error: Error): string => {
  const text =
    error.message === '' && error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.message;
  return (text.trim() || error.name).replace(/\.$/, '').split('\n').join(' ');
};
