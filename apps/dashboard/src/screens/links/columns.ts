import { createStore } from '../../api/store';

export const COLUMNS = [
  ['title', 'Title'],
  ['tags', 'Tags'],
  ['last', 'Last click'],
  ['created', 'Created'],
] as const;
export type Column = (typeof COLUMNS)[number][0];

const KEY = 'waymark.link-columns';
const stored = localStorage.getItem(KEY);
const initial = COLUMNS.map(([column]) => column).filter(
  (column) => stored === null || stored.split(',').includes(column),
);

/** What a row shows, as this browser remembers it. */
export const columns = createStore<ReadonlySet<Column>>(new Set(initial));

export const setColumn = (column: Column, shown: boolean): void => {
  const next = new Set(columns.get());
  if (shown) next.add(column);
  else next.delete(column);
  localStorage.setItem(KEY, [...next].join(','));
  columns.set(() => next);
};
