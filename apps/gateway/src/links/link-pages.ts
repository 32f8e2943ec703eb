import type { LinkConditions } from './link-filters';
import { after, type LinkOrder, type LinkPosition, orderOf, type Segment } from './link-order';

/** `limit` links, from the start of a page or, by created_at, after a position. */
export type LinkWindow = { readonly limit: number } & ({ readonly page: number } | { readonly after: LinkPosition });

/** Some links of a segment. */
export interface Part {
  readonly segment: Segment;
  readonly order: LinkOrder;
  readonly limit: number;
  readonly skip: number;
  /** Only the links after it. */
  readonly position: LinkPosition | null;
}

/** @param select what the query selects from `l` and `c` @returns the query */
export const partOf = (select: string, conditions: LinkConditions, { segment, order, limit, skip, position }: Part) => {
  const from = segment.from(conditions);
  const values = [...from.values];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const behind = position ? `AND ${after(segment, order, position, bind)}` : '';
  const text = `${select} ${from.text} ${behind}
    ORDER BY ${orderOf(segment, order)} LIMIT ${limit} OFFSET ${skip}`;
  return { text, values };
};

/**
 * How to read a page of the second half of a list from the list's end, so that the index skips fewer rows. Only for
 * lists with the newest first: a link that is made meanwhile then stands at the other end, and moves no row.
 * @param total the exact number of links in the list
 * @returns null for another page; the rows that it leads to are in reverse order
 */
export const behindTheMiddle = (order: LinkOrder, window: LinkWindow, total: number) => {
  if (!('page' in window) || order.sort !== 'created_at' || order.order !== 'desc') return null;
  const left = total - (window.page - 1) * window.limit;
  if (left > total / 2) return null;
  const limit = Math.max(0, Math.min(window.limit, left));
  const backwards: LinkOrder = { sort: 'created_at', order: 'asc' };
  return { order: backwards, limit, skip: Math.max(0, left - limit) };
};

/** Reads segments until the page is full. It counts a segment only when the page begins after it. */
export const listed = async <R>(
  segments: readonly Segment[],
  window: LinkWindow,
  some: (segment: Segment, limit: number, skip: number) => Promise<R[]>,
  count: (segment: Segment) => Promise<number>,
): Promise<R[]> => {
  const rows: R[] = [];
  let skip = 'page' in window ? (window.page - 1) * window.limit : 0;
  for (const [index, segment] of segments.entries()) {
    const found = await some(segment, window.limit - rows.length, skip);
    rows.push(...found);
    if (rows.length >= window.limit || index === segments.length - 1) break;
    // Rows may have come to the segment since they were read.
    skip = found.length > 0 || skip === 0 ? 0 : Math.max(0, skip - (await count(segment)));
  }
  return rows;
};
