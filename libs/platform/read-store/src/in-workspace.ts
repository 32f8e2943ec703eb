import { type ClientBase, escapeLiteral, type Pool } from 'pg';

export interface InWorkspace {
  /**
   * Whether rows are read in the order of an index wherever there is one. Before a table has statistics the planner
   * expects few rows under row-level security, and would sort them all.
   */
  readonly withoutSorting?: boolean;
}

/**
 * A transaction limited to one workspace. It costs one round trip more than its queries: the opening travels with the
 * first query (the pool pipelines), so only the commit adds a wait. If the opening fails, the query after it sees no
 * tenant row.
 */
export const inWorkspace = async <T>(
  pool: Pool,
  workspaceId: string,
  work: (client: ClientBase) => Promise<T>,
  { withoutSorting = false }: InWorkspace = {},
): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const planned = withoutSorting ? '; set local enable_sort = off' : '';
    const opened = client.query(`begin; set local waymark.workspace = ${escapeLiteral(workspaceId)}${planned}`);
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
