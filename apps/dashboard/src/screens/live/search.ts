import { analyticsSearch, type AnalyticsSearch, DIMENSIONS } from '../overview/search';
import type { LiveQuery } from './follow';

/** The filters of analytics, without their window of time: a stream has none. */
export const liveSearch = (search: Readonly<Record<string, unknown>>): AnalyticsSearch => {
  const {
    range: _range,
    start: _start,
    end: _end,
    interval: _interval,
    timezone: _zone,
    ...rest
  } = analyticsSearch(search);
  return rest;
};

export const liveQuery = (search: AnalyticsSearch): LiveQuery => {
  const filters = DIMENSIONS.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [[name, [value]] as const];
  });
  return { ...(search.include_bots && { include_bots: true }), ...Object.fromEntries(filters) };
};
