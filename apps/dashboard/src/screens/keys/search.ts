import { type PageSearch, pageSearch } from '../../ui/page-search';

/** The page of the list, and the id of the key whose history is open. */
export interface KeySearch extends PageSearch {
  readonly history?: string;
}

export const keySearch = (search: Readonly<Record<string, unknown>>): KeySearch => {
  const { history } = search;
  return { ...pageSearch(search), ...(typeof history === 'string' && /^key_\w+$/.test(history) && { history }) };
};
