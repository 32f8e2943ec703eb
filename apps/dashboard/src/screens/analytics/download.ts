import { api, dataOf } from '../../api/client';
import { asProblem } from '../../api/problem';
import { toast } from '../../ui/toast';
import type { AnalyticsSearch } from '../overview/search';
import { queryOf, type Subject } from './use-analytics';

type Format = 'csv' | 'ndjson' | 'parquet';

/**
 * Has the browser save what a path answers, by a ticket that stands for the session: a file of any size. Where there is
 * no ticket, it says so.
 * @param path with its query @param name for the file, where the answer has none
 */
export const downloadByTicket = async (path: string, name: string): Promise<void> => {
  try {
    const { url } = await dataOf(api.POST('/v1/auth/tickets', { body: { path } }));
    // By the origin at which the page is, whatever the product calls itself.
    const { pathname, search: withTicket } = new URL(url);
    follow(pathname + withTicket, name);
  } catch (error) {
    toast(`${name} could not be saved`, { tone: 'bad', description: asProblem(error).message });
  }
};

/** Saves the clicks behind what is seen. @param subject of these alone */
export const downloadClicks = async (format: Format, search: AnalyticsSearch, subject?: Subject): Promise<void> => {
  const { interval: _interval, compare: _compare, ...query } = queryOf(search);
  const asked = { ...query, format, ...(subject && { [subject.kind]: [subject.id] }) };
  const words = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  await downloadByTicket(`/v1/analytics/export?${words}`, `clicks.${format}`);
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
