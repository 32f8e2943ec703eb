import type { TimeSpan } from '@contexts/clicks';
import {
  type AnalyticsReader,
  BYTES_OF_CLICK,
  type PublishedClick,
  RECORD_SETTINGS,
  recordColumns,
} from '@platform/analytics-store';
import { selectedWithin, type ClickSelection } from './click-selection';

/** The last click of a page: the next one begins after it, however many clicks have come since. */
export interface ClickPageCursor {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly source: string;
  readonly seq: string;
}

export interface EventsRequest extends ClickSelection {
  readonly client: AnalyticsReader;
  readonly window: TimeSpan;
  readonly limit: number;
  readonly after?: ClickPageCursor | undefined;
}

export interface EventsPage {
  readonly clicks: readonly PublishedClick[];
  /** Null on the last page. */
  readonly next: ClickPageCursor | null;
}

/** Times within what a DateTime64 can hold, and numbers within what a UInt64 can. */
const CURSOR = /^(\d{1,13})\.([0-9a-z]{1,64})\.(\d{1,15})$/;

export const encodeClickPageCursor = ({ time, source, seq }: ClickPageCursor): string =>
  Buffer.from(`${time}.${source}.${seq}`).toString('base64url');

/** Null for a text that {@link encodeClickPageCursor} did not make. */
export const decodeClickPageCursor = (text: string): ClickPageCursor | null => {
  const [, time, source, seq] = CURSOR.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  return time === undefined || source === undefined || seq === undefined ? null : { time: Number(time), source, seq };
};

/** The order of records; no two are equal in it. */
const ORDER = 'time DESC, source DESC, seq DESC';

const AFTER = `AND time <= fromUnixTimestamp64Milli({cursor_time:Int64}, 'UTC')
    AND (time, source, seq) < 
      (fromUnixTimestamp64Milli({cursor_time:Int64}, 'UTC'), {cursor_source:String}, {cursor_seq:UInt64})`;

/** A page ends with the click that takes it to so many bytes: a thousand long destinations would be 30 MB. */
const PAGE_BYTES = 4 * 1024 * 1024;

/**
 * A page of clicks, newest first. The engine sorts by the columns of the order and reads the others of these rows only.
 */
const pageSql = (condition: string, after: boolean) => `
  SELECT ${recordColumns()}, toUnixTimestamp64Milli(time) AS cursor_time, source AS cursor_source, seq AS cursor_seq,
    cursor_found
  FROM (
    SELECT *, sum(size) OVER (ORDER BY ${ORDER} ROWS UNBOUNDED PRECEDING) - size AS before, count() OVER () AS cursor_found
    FROM (
      SELECT *, ${BYTES_OF_CLICK} AS size FROM clicks
      WHERE ${condition} ${after ? AFTER : ''}
      ORDER BY ${ORDER} LIMIT {limit:UInt32}
    )
  )
  WHERE before < ${PAGE_BYTES}
  ORDER BY ${ORDER}
  SETTINGS ${RECORD_SETTINGS}`;

interface EventRow extends PublishedClick {
  readonly cursor_time: string;
  readonly cursor_source: string;
  readonly cursor_seq: string;
  /** How many clicks there are without the limit of bytes. */
  readonly cursor_found: string;
}

/** Throws StoreUnavailable. */
export async function queryEvents({ client, window, limit, after, ...selection }: EventsRequest): Promise<EventsPage> {
  const { sql, params } = selectedWithin(selection, window);
  const rows = await client.rows<EventRow>(pageSql(sql, after !== undefined), {
    ...params,
    limit: limit + 1,
    ...(after && { cursor_time: after.time, cursor_source: after.source, cursor_seq: after.seq }),
  });
  const page = rows.slice(0, limit);
  const last = Number(rows[0]?.cursor_found ?? 0) > page.length ? page.at(-1) : undefined;
  return {
    clicks: page.map(({ cursor_time: _, cursor_source: __, cursor_seq: ___, cursor_found: ____, ...record }) => record),
    next: last ? { time: Number(last.cursor_time), source: last.cursor_source, seq: last.cursor_seq } : null,
  };
}
