import { every } from '@platform/async';

/** The statement may not have begun yet, so the KILL is repeated after this time. */
const KILL_AGAIN_MS = 50;

/**
 * Kills a statement of the embedded engine; resolves when it has ended, however it ended.
 * @param kill runs a statement @param condition on `system.processes`, that holds for this statement alone
 */
export const killUntilEnded = async (
  kill: (sql: string) => Promise<void>,
  condition: string,
  ended: Promise<unknown>,
): Promise<void> => {
  const over = new AbortController();
  const end = () => over.abort();
  ended.then(end, end);
  // Waits one turn, for a statement that has already ended.
  await Promise.resolve();
  const round = () => kill(`KILL QUERY WHERE ${condition} ASYNC`);
  await every(KILL_AGAIN_MS, round, { signal: over.signal, onFailure: () => undefined });
};
