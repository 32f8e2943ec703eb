import type { HistoryEntry } from '../../api/queries';

export interface History<E = HistoryEntry> {
  /** The newest, oldest first. */
  readonly entries: readonly E[];
  readonly total: number;
}

type Ask<E> = (query: { readonly page: number; readonly limit: number }) => Promise<{
  readonly data: readonly E[];
  readonly meta: { readonly total: number };
}>;

const PAGE = 100;

/** The newest changes of something, of which the API gives the oldest first. */
export const newest = async <E>(ask: Ask<E>): Promise<History<E>> => {
  const first = await ask({ page: 1, limit: PAGE });
  const { total } = first.meta;
  const last = Math.ceil(total / PAGE);
  if (last <= 1) return { entries: first.data, total };
  // The last page may have few, and those before them are on the one before.
  const before = last === 2 ? first : await ask({ page: last - 1, limit: PAGE });
  const end = await ask({ page: last, limit: PAGE });
  return { entries: [...before.data, ...end.data].slice(-PAGE), total };
};
