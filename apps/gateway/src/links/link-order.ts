import { z } from 'zod';
import { parseJson } from '@kernel';
import { instantOf } from '../instant.schemas';
import type { LinkConditions, Sql } from './link-filters';

export const LINK_SORTS = ['created_at', 'clicks', 'last_clicked_at'] as const;

export interface LinkOrder {
  readonly sort: (typeof LINK_SORTS)[number];
  readonly order: 'asc' | 'desc';
}

/** The position of a link in the order of creation. */
export interface LinkPosition {
  readonly created_at: string;
  readonly id: string;
}

/** A part of the list that one index returns in order. The list is its segments, one after the other. */
export interface Segment {
  /** Joins `l`, the links that pass, with `c`, their counters. */
  readonly from: (conditions: LinkConditions) => Sql;
  /** What it is sorted by before the id; null where it is the same for all links. */
  readonly key: string | null;
  readonly id: string;
}

/**
 * Under row-level security the planner expects few rows and would sort them all. A look-up for each row keeps the order
 * of the index.
 */
const clicked = (key: string, condition: string): Segment => ({
  from: ({ whereKnown: { text, values } }) => ({
    text:
      `FROM link_counters c CROSS JOIN LATERAL (SELECT * FROM links l WHERE l.id = c.link_id ` +
      `AND ${text} OFFSET 0) l WHERE c.workspace_id = $1 AND ${condition}`,
    values,
  }),
  key,
  id: 'c.link_id',
});

const each = (key: string | null, condition: string, id = 'l.id', order: LinkOrder['order'] = 'asc'): Segment => ({
  from: ({ from }) => {
    const { text, values } = from(order);
    return { text: `FROM ${text} LEFT JOIN link_counters c ON c.link_id = l.id WHERE ${condition}`, values };
  },
  key,
  id,
});

/**
 * Those without a click, in the order of their ids. The counters of each are looked up: the planner would read those of
 * all workspaces, or of all links of this one. It expects that most pass, as it cannot judge what `coalesce` returns.
 */
const unclicked = (condition: string): Segment => ({
  from: ({ from }) => {
    const { text, values } = from('asc');
    const counters = 'SELECT * FROM link_counters c WHERE c.link_id = l.id OFFSET 0';
    return { text: `FROM ${text} LEFT JOIN LATERAL (${counters}) c ON true WHERE ${condition}`, values };
  },
  key: null,
  id: 'l.id',
});

/** All that pass, as an index has them in the order of creation. */
export const byCreation = ({ position: [created, id] }: LinkConditions, order: LinkOrder['order']): Segment =>
  each(created, 'true', id, order);

/** A list in which so few links remain that they can all be sorted. */
const FEW = 10_000;

/**
 * Most links have no counters before their first click, and an index has no entry for a missing row. So an order by
 * clicks reads the counters by their index, and the links without a click apart. By clicks these have 0. By the last
 * click, whose time is null, they come last in either order.
 * @param most how many links may pass
 */
export const segmentsOf = (
  { sort, order }: LinkOrder,
  conditions: LinkConditions,
  most = Infinity,
): readonly Segment[] => {
  if (sort === 'created_at') return [byCreation(conditions, order)];
  const counted = most <= FEW ? each : clicked;
  if (sort === 'last_clicked_at')
    return [
      counted('c.last_clicked_at', 'c.last_clicked_at IS NOT NULL'),
      unclicked(`coalesce(c.last_clicked_at, '-infinity') = '-infinity'`),
    ];
  const segments = [counted('c.clicks', 'c.clicks > 0'), unclicked('coalesce(c.clicks, 0) = 0')];
  return order === 'desc' ? segments : segments.reverse();
};

/** As SQL; ties are broken by id, in the same direction. */
export const orderOf = ({ key, id }: Segment, { order }: LinkOrder): string =>
  [...(key ? [key] : []), id].map((column) => `${column} ${order}`).join(', ');

/** As SQL: what was created after a position, or in the other order before it. */
export const after = (
  { key, id }: Segment,
  { order }: LinkOrder,
  position: LinkPosition,
  bind: (value: unknown) => string,
): string => `(${key}, ${id}) ${order === 'desc' ? '<' : '>'} (${bind(position.created_at)}, ${bind(position.id)})`;

export interface LinkCursor extends LinkPosition {
  /** The number of the page that begins after it. */
  readonly page: number;
}

/** As rows have it. Postgres knows no year 0. */
const instant = z.string().refine((text) => instantOf(text) === text);
const id = z.string().regex(/^link_\w{1,64}$/);

/** Opaque to callers; says the order it belongs to. */
export const cursorText = (order: LinkOrder['order'], { created_at, id, page }: LinkCursor): string =>
  Buffer.from(JSON.stringify(['created_at', order, created_at, id, page])).toString('base64url');

/** @returns null for a text that {@link cursorText} did not make for this order */
export const readCursor = (text: string, order: LinkOrder['order']): LinkCursor | null => {
  const schema = z.tuple([z.literal('created_at'), z.literal(order), instant, id, z.int().min(1)]);
  const { data } = schema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
  return data ? { created_at: data[2], id: data[3], page: data[4] } : null;
};
