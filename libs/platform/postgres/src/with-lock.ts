import { Client } from 'pg';
import { applicationConnection } from './connections';

export interface WithLock {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** What all who take this lock call it. */
  readonly lock: string;
  /** Called instead where another session holds the lock. */
  readonly taken: () => never;
}

/**
 * Works while it holds a lock of the database. That has a connection of its own: a pool that lent one could not end before the
 * work does.
 */
export const withLock = async <T>({ url, name, lock, taken }: WithLock, work: () => Promise<T>): Promise<T> => {
  const session = new Client(applicationConnection(url, { name, connectMs: 5_000 }));
  // A connection that breaks between two queries emits an error, which would end the process. The next query fails.
  session.on('error', () => undefined);
  await session.connect();
  try {
    const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked';
    const { rows } = await session.query<{ locked: boolean }>(text, [lock]);
    return rows[0]?.locked ? await work() : taken();
  } finally {
    // The lock ends with its session.
    await session.end();
  }
};
