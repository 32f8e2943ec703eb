export const newLinkSearch = (search: Readonly<Record<string, unknown>>) => search;
