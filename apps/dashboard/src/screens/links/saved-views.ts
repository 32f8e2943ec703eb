import { session } from '../../api/session';
import { listSearch, type ListSearch } from './search';

/** Filters under a name. */
export interface View {
  readonly name: string;
  readonly search: ListSearch;
}

const keyOf = (): string => `waymark.link-views.${session.get()?.workspace?.id ?? ''}`;

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'object' &&
  value.search !== null;

/** The views of this workspace, as this browser remembers them. */
export const savedViews = (): readonly View[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    const views = Array.isArray(stored) ? stored.filter(isView) : [];
    return views.map(({ name, search }) => ({ name, search: listSearch({ ...search }) }));
  } catch {
    return [];
  }
};

export const keepViews = (views: readonly View[]): void => localStorage.setItem(keyOf(), JSON.stringify(views));

/** Whether both show the same links in the same order. */
export const isSame = (one: ListSearch, other: ListSearch): boolean =>
  JSON.stringify(listSearch({ ...one })) === JSON.stringify(listSearch({ ...other }));
