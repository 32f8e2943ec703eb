import { api } from '../../api/client';
import { problemFrom } from '../../api/problem';
import type { AnalyticsSearch } from '../overview/search';
import { queryOf } from './use-analytics';

type Format = 'csv' | 'ndjson' | 'parquet';

/** Saves the clicks behind what is seen as a file. @param link of these alone */
export const download = async (format: Format, search: AnalyticsSearch, link?: string): Promise<void> => {
  const { interval: _interval, ...query } = queryOf(search);
  const { data, response, error } = await api.GET('/v1/analytics/export', {
    params: { query: { ...query, format, ...(link && { link: [link] }) } },
    parseAs: 'blob',
  });
  if (!response.ok) throw problemFrom(response, error);
  save(data as Blob, `clicks.${format}`);
};

export const save = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
