export interface ImportListSearch {
  readonly page?: number;
}

export const importListSearch = (search: Readonly<Record<string, unknown>>): ImportListSearch => {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
};
