import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import type { operations } from '../../api/openapi';
import { zone } from '../../ui/format';
import { type AnalyticsSearch, DIMENSIONS, type Filter } from '../overview/search';

type Query = NonNullable<operations['analytics.workspace']['parameters']['query']>;

/** What the search of the page asks of the API; days are those of the browser's time zone unless another is named. */
export const queryOf = (search: AnalyticsSearch): Query => {
  const { include_bots, timezone = zone(), ...rest } = search;
  const filters = Object.fromEntries(
    DIMENSIONS.flatMap((name) => {
      const value = rest[name];
      return value === undefined ? [] : [[name, [value]]];
    }),
  ) as Partial<Record<Filter, string[]>>;
  const { range, start, end, interval, compare } = rest;
  return {
    ...(range && { range }),
    ...(start && { start }),
    ...(end && { end }),
    ...(interval && { interval }),
    ...(compare && { compare }),
    timezone,
    ...(include_bots && { include_bots: true }),
    ...filters,
  };
};

/** What analytics are about. */
export interface Subject {
  readonly kind: 'link' | 'campaign';
  readonly id: string;
}

const ask = (subject: Subject | undefined, query: Query, signal: AbortSignal) => {
  if (!subject) return dataOf(api.GET('/v1/analytics/workspace', { params: { query }, signal }));
  const params = { path: { id: subject.id }, query };
  return subject.kind === 'link'
    ? dataOf(api.GET('/v1/analytics/links/{id}', { params, signal }))
    : dataOf(api.GET('/v1/analytics/campaigns/{id}', { params, signal }));
};

/** @param subject the whole workspace if absent @param enabled whether to ask at all */
export const useAnalytics = (search: AnalyticsSearch, subject?: Subject, more: Query = {}, enabled = true) => {
  const query = { ...queryOf(search), ...more };
  return useQuery({
    queryKey: ['analytics', subject?.id ?? null, query],
    queryFn: ({ signal }) => ask(subject, query, signal),
    enabled,
    placeholderData: keepPreviousData,
  });
};
