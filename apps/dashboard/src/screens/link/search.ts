import { type AnalyticsSearch, analyticsSearch } from '../overview/search';

/** The window of its analytics, and the instant as of which the link is shown. */
export type LinkSearch = AnalyticsSearch & { readonly as_of?: string };

export const linkSearch = (search: Readonly<Record<string, unknown>>): LinkSearch => ({
  ...analyticsSearch(search),
  ...(typeof search['as_of'] === 'string' && !Number.isNaN(Date.parse(search['as_of'])) && { as_of: search['as_of'] }),
});
