import type { Client } from '../../support/waymark';
import type { List } from './records';

/** An entry of a history, as the HTTP contract has it. */
export interface Entry {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string };
  readonly request_id: string;
  readonly changes: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
  readonly revision: string;
  readonly key_id?: string;
  readonly previous?: Pick<Entry, 'changes'> & { readonly key_id: string };
}

/** The whole history, if it fits on one page. */
export const entriesAt = async (client: Client, path: string): Promise<readonly Entry[]> => {
  const { status, body, text } = await client.get<List<Entry>>(path);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return body.data;
};

export const typesOf = (entries: readonly Entry[]): string[] => entries.map(({ type }) => type);

/** An instant just before another, RFC 3339. */
export const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

/** The fields that come from clicks and requests. */
export const COUNTED = ['clicks', 'unique_clicks', 'bot_clicks', 'last_clicked_at', 'last_used_at', 'request_count'];

/** A record without the fields that come from requests and clicks instead of events. */
export const withoutCounters = (record: object): object => {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !COUNTED.includes(field)));
};
