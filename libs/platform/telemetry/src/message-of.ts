/** What is wrong, in one line without a final dot, with the cause if the message does not contain it. */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : messageOf(error.cause);
  const message = textOf(error);
  return `${message}${cause === '' || message.includes(cause) ? '' : ` (${cause})`}`;
};

/** If all addresses of a host refuse, Node throws an AggregateError without a message of its own. */
const textOf = (error: Error): string => {
  const text =
    error.message === '' && error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.message;
  return (text.trim() || error.name).replace(/\.$/, '').split('\n').join(' ');
};
