export const linkSearch = (search: Readonly<Record<string, unknown>>) => search;
