import type { Analytics } from '../../api/queries';

/** The window of the same length before or after one; null where that would lie in the future. */
export const shifted = (
  { start, end }: Pick<Analytics, 'start' | 'end'>,
  direction: 1 | -1,
): { readonly start: string; readonly end: string } | null => {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const by = (to - from) * direction;
  if (from + by > Date.now()) return null;
  return { start: new Date(from + by).toISOString(), end: new Date(to + by).toISOString() };
};
