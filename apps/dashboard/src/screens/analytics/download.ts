import { api, dataOf } from '../../api/client';
import type { AnalyticsSearch } from '../overview/search';
import { queryOf } from './use-analytics';

type Format = 'csv' | 'ndjson' | 'parquet';

/**
 * Has the browser save the clicks behind what is seen, by a ticket that stands for the session: a file of any size.
 * @param link of these alone
 */
export const download = async (format: Format, search: AnalyticsSearch, link?: string): Promise<void> => {
  const { interval: _interval, compare: _compare, ...query } = queryOf(search);
  const asked = { ...query, format, ...(link && { link: [link] }) };
  const words = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const { url } = await dataOf(api.POST('/v1/auth/tickets', { body: { path: `/v1/analytics/export?${words}` } }));
  // By the origin at which the page is, whatever the product calls itself.
  const { pathname, search: withTicket } = new URL(url);
  follow(pathname + withTicket, `clicks.${format}`);
};

const follow = (address: string, name: string): void => {
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
};

export const save = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  follow(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
