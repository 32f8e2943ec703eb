import type { HistoryEntry } from '../../api/queries';

export interface History {
  /** The newest, oldest first. */
  readonly entries: readonly HistoryEntry[];
  readonly total: number;
}

type Ask = (query: { readonly page: number; readonly limit: number }) => Promise<{
  readonly data: readonly HistoryEntry[];
  readonly meta: { readonly total: number };
}>;

const PAGE = 100;

/** The newest changes of something, of which the API gives the oldest first. */
export const newest = async (ask: Ask): Promise<History> => {
  const first = await ask({ page: 1, limit: PAGE });
  const { total } = first.meta;
  const last = Math.ceil(total / PAGE);
  if (last <= 1) return { entries: first.data, total };
  return { entries: [...first.data, ...(await ask({ page: last, limit: PAGE })).data].slice(-PAGE), total };
};
