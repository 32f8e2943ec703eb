import type { QueryConfig } from 'pg';
import type { ReadStore } from '@platform/read-store';

type Store = Pick<ReadStore, 'inWorkspace'>;

interface Listing {
  /** A query of all rows, without their order. */
  readonly rows: string;
  /** Columns to sort by. */
  readonly order: string;
  /** The table and the conditions of these rows, to count them. */
  readonly counted: string;
  /** A query of their `total`, where it is kept. */
  readonly total?: string;
  /** Parameters of both queries. */
  readonly values: readonly unknown[];
}

/** Which page of a list, from 1, and how long it is. */
export interface Paging {
  readonly page: number;
  readonly limit: number;
}

/** One page of a workspace's rows, and how many there are in all. Row-level security applies. */
export const pageOfRows = <R extends object>(
  store: Store,
  workspaceId: string,
  { rows, order, counted, total = `SELECT count(*)::float8 AS total FROM ${counted}`, values }: Listing,
  { page, limit }: Paging,
): Promise<{ rows: R[]; total: number }> =>
  store.inWorkspace(workspaceId, async (client) => {
    const paged = `${rows} ORDER BY ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
    const [listed, { rows: totals }] = await Promise.all([
      client.query<R>(paged, [...values]),
      client.query<{ total: number }>(total, [...values]),
    ]);
    return { rows: listed.rows, total: totals[0]?.total ?? 0 };
  });

/** The first row of a query, or null. Row-level security applies. */
export const firstRow = <R extends object>(store: Store, workspaceId: string, query: QueryConfig): Promise<R | null> =>
  store.inWorkspace(workspaceId, async (client) => (await client.query<R>(query)).rows[0] ?? null);
