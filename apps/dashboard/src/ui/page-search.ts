/** Which page of a list an address shows; absent for the first one. */
export interface PageSearch {
  readonly page?: number;
}

export const pageSearch = (search: Readonly<Record<string, unknown>>): PageSearch => {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
};
