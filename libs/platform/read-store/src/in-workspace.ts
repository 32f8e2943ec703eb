import { type ClientBase, DatabaseError, escapeLiteral, type Pool } from 'pg';
import { StoreUnavailable } from '@kernel';

/**
 * A transaction walled into one workspace. It costs one round trip more than its queries: the opening travels together
 * with the first query (the pool pipelines), and only the commit is waited for. Should the opening fail, the query behind
 * it sees no row of anyone.
 * @throws StoreUnavailable when no connection is to be had in time, or when it or the server gives up on the way
 */
export const inWorkspace = async <T>(
  pool: Pool,
  workspaceId: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new StoreUnavailable('no connection to Postgres', { cause });
  });
  let broken: Error | undefined;
  try {
    const opened = client.query(`begin; set local waymark.workspace = ${escapeLiteral(workspaceId)}`);
    const [result] = await Promise.all([work(client), opened]);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw isOutage(error) || broken ? new StoreUnavailable('Postgres did not answer', { cause: error }) : error;
  } finally {
    client.release(broken);
  }
};

/** Connection lost (08), out of resources (53), stopped or cancelled by a timeout (57), a lock not had in time (55P03). */
const isOutage = (error: unknown): boolean => error instanceof DatabaseError && /^(08|53|57|55P03)/.test(error.code ?? '');
