import type { AnalyticsClient } from './analytics-client';
import { COLUMNS, encodeRows, type NewClick } from './clicks-table';

const TOKEN = /^[\w.:+-]{1,200}$/;

/**
 * One atomic, durable insert. A later insert with the same deduplication token has no effect. All rows are of one
 * month, since only an insert into one partition is atomic. The token is part of the statement, not of the client's
 * settings.
 * @param rows in blocks, each as {@link encodeRows} writes it.
 */
export async function insertEncodedClicks(
  client: AnalyticsClient,
  token: string,
  rows: readonly Uint8Array[],
): Promise<void> {
  if (!TOKEN.test(token)) throw new RangeError(`not a deduplication token: ${JSON.stringify(token)}`);
  const target = `clicks (${COLUMNS.join(', ')}) SETTINGS insert_deduplication_token = '${token}', async_insert = 0`;
  await client.insertEncoded(target, rows);
}

/** {@link insertEncodedClicks} of rows that are not encoded yet. */
export const insertClicks = (client: AnalyticsClient, token: string, rows: readonly NewClick[]): Promise<void> =>
  insertEncodedClicks(client, token, [encodeRows(rows)]);
