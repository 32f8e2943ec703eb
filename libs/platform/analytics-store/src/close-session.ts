import { createRequire } from 'node:module';
import type { Session } from 'chdb';

/** The part of chdb's addon that is used directly. */
interface Addon {
  CloseConnection(connection: unknown): void;
}

const addon = (): Addon => {
  const load = createRequire(require.resolve('chdb'));
  return (load('./dist/loader.js') as { loadNative(): Addon }).loadNative();
};

/**
 * Closes a session at once; its own statements must have ended. `Session.close()` of chdb waits until all statements have
 * ended that run in any session. So one long export kept every session since its beginning: 0.3 MB for each statement,
 * and in `system.processes` each statement that had failed, for which those of a lower priority went on waiting.
 */
export const closeSession = (session: Session): void => {
  const { connection } = session;
  session.connection = null;
  session.close();
  if (connection) addon().CloseConnection(connection);
};
