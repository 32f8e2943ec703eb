export const listSearch = (search: Readonly<Record<string, unknown>>) => search;
