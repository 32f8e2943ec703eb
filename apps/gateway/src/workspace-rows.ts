import type { ClientBase, QueryConfig } from 'pg';
import type { ReadStore } from '@platform/read-store';

type Store = Pick<ReadStore, 'inWorkspace'>;

/** A filtered list is counted up to this number. */
export const COUNTED_TO = 10_000;

/** How many entries a list has. */
export interface Total {
  readonly total: number;
  /** Set when there are more than `total`. */
  readonly total_is?: 'minimum';
  /** Whether there are entries after the page, where `total` does not say it. */
  readonly more?: boolean;
}

/** @param counted up to one more than {@link COUNTED_TO} */
export const totalUpTo = (counted: number): Total =>
  counted > COUNTED_TO ? { total: COUNTED_TO, total_is: 'minimum' } : { total: counted };

interface Listing {
  /** A query of all rows, without their order. */
  readonly rows: string;
  /** Adds what is shown with each row to a page of them. */
  readonly shown?: (page: string) => string;
  /** Columns to sort by. */
  readonly order: string;
  /** The table and the conditions of these rows, to count them. */
  readonly counted: string;
  /** A query of their `total`, where it is kept: for all rows of a workspace, which have an index in their order. */
  readonly total?: string;
  /** Whether the rows are counted up to {@link COUNTED_TO} only. */
  readonly filtered?: boolean;
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
  { rows, shown = (page) => page, order, counted, filtered = false, total, values }: Listing,
  { page, limit }: Paging,
): Promise<{ rows: R[] } & Total> => {
  const isBeyond = filtered && page * limit > COUNTED_TO;
  const read = async (client: ClientBase) => {
    const paged = shown(`${rows} ORDER BY ${order} LIMIT ${isBeyond ? limit + 1 : limit} OFFSET ${(page - 1) * limit}`);
    const counting = filtered ? `(SELECT FROM ${counted} LIMIT ${COUNTED_TO + 1}) counted` : counted;
    const [listed, { rows: totals }] = await Promise.all([
      client.query<R>(paged, [...values]),
      client.query<{ total: number }>(total ?? `SELECT count(*)::float8 AS total FROM ${counting}`, [...values]),
    ]);
    const { total: count = 0 } = totals[0] ?? {};
    return {
      rows: listed.rows.slice(0, limit),
      ...(filtered ? totalUpTo(count) : { total: count }),
      ...(isBeyond && { more: listed.rows.length > limit }),
    };
  };
  return store.inWorkspace(workspaceId, read, { withoutSorting: total !== undefined });
};

/** The first row of a query, or null. Row-level security applies. */
export const firstRow = <R extends object>(store: Store, workspaceId: string, query: QueryConfig): Promise<R | null> =>
  store.inWorkspace(workspaceId, async (client) => (await client.query<R>(query)).rows[0] ?? null);
