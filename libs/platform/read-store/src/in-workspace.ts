import { type ClientBase, escapeLiteral, type Pool } from 'pg';

/**
 * A transaction walled into one workspace. It costs one round trip more than its queries: the opening travels together
 * with the first query (the pool pipelines), and only the commit is waited for. Should the opening fail, the query behind
 * it sees no row of anyone.
 */
export const inWorkspace = async <T>(
  pool: Pool,
  workspaceId: string,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const opened = client.query(`begin; set local waymark.workspace = ${escapeLiteral(workspaceId)}`);
    const [result] = await Promise.all([work(client), opened]);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
};
