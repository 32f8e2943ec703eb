import { Inject, Injectable } from '@nestjs/common';
import { StoreUnavailable } from '@kernel';
import type { LinkRow } from '@contexts/links';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import {
  after,
  type LinkOrder,
  type LinkPosition,
  orderOf,
  type Segment,
  segmentsFrom,
  segmentsOf,
} from './link-order';

export interface LinkFilters {
  readonly tags?: readonly string[];
  readonly tags_mode: 'any' | 'all';
  readonly status?: string;
}

/** Which links of a workspace are meant: those that all of these hold for. */
export interface LinkScope {
  readonly link?: string;
  readonly tag?: string;
  /** Id of a domain. */
  readonly domain?: string;
}

/** So many links, from a number of the page or from behind a position. */
export type LinkWindow = { readonly limit: number } & ({ readonly page: number } | { readonly after: LinkPosition });

/** Telemetry of a link, outside the read model and the ETag. */
export interface LinkCounters {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly last_clicked_at: string | null;
}

export const NO_CLICKS: LinkCounters = { clicks: 0, unique_clicks: 0, bot_clicks: 0, last_clicked_at: null };

export type CountedLink = LinkRow & LinkCounters;

/** Status at the database's clock; the same precedence as linkStatusAt. */
const STATUS = `CASE
  WHEN l.deleted_at IS NOT NULL THEN 'deleted'
  WHEN l.disabled_at IS NOT NULL THEN 'disabled'
  WHEN l.expires_at <= waymark_now() THEN 'expired'
  WHEN l.archived_at IS NOT NULL THEN 'archived'
  ELSE 'active' END`;

const COUNTERS = `coalesce(c.clicks, 0)::float8 AS clicks, coalesce(c.unique_clicks, 0)::float8 AS unique_clicks,
  coalesce(c.bot_clicks, 0)::float8 AS bot_clicks, c.last_clicked_at`;

const COUNTED = `SELECT l.*, ${COUNTERS}`;
const EACH_COUNTED = `${COUNTED} FROM links l LEFT JOIN link_counters c ON c.link_id = l.id`;

/** Queries of links. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class LinkQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** Some of a workspace's links in an order, and how many there are in all. */
  list(
    workspaceId: string,
    filters: LinkFilters,
    order: LinkOrder,
    window: LinkWindow,
  ): Promise<{ rows: CountedLink[]; total: number }> {
    const { sql, values } = conditions(workspaceId, filters);
    return this.store.inWorkspace(workspaceId, async (client) => {
      const count = async (from: string) =>
        (await client.query<{ total: number }>(`SELECT count(*)::float8 AS total ${from}`, values)).rows[0]?.total ?? 0;
      const some = async (segment: Segment, limit: number, skip: number, position?: LinkPosition) => {
        const all = [...values];
        const behind = position ? `AND ${after(segment, order, position, (value) => `$${all.push(value)}`)}` : '';
        const text = `${COUNTED} ${segment.from(sql)} ${behind} ORDER BY ${orderOf(segment, order)} LIMIT ${limit} OFFSET ${skip}`;
        return (await client.query<CountedLink>(text, all)).rows;
      };
      const [rows, total] = await Promise.all([
        listed(order, window, some, (segment) => count(segment.from(sql))),
        count(`FROM links l WHERE ${sql}`),
      ]);
      return { rows, total };
    });
  }

  /** A link of the workspace that is not deleted, or null. */
  find(workspaceId: string, linkId: string): Promise<CountedLink | null> {
    return this.first<CountedLink>(workspaceId, {
      name: 'find link',
      text: `${EACH_COUNTED} WHERE l.workspace_id = $1 AND l.id = $2 AND l.deleted_at IS NULL`,
      values: [workspaceId, linkId],
    });
  }

  async counters(workspaceId: string, linkId: string): Promise<LinkCounters> {
    const text = `SELECT ${COUNTERS} FROM link_counters c WHERE c.workspace_id = $1 AND c.link_id = $2`;
    return (
      (await this.first<LinkCounters>(workspaceId, { name: 'link counters', text, values: [workspaceId, linkId] })) ??
      NO_CLICKS
    );
  }

  /** When the workspace began, RFC 3339. */
  async workspaceCreatedAt(workspaceId: string): Promise<string> {
    const text = 'SELECT created_at FROM workspaces WHERE id = $1';
    const row = await this.first<{ created_at: string }>(workspaceId, { text, values: [workspaceId] });
    if (!row) throw new StoreUnavailable(`the workspace ${workspaceId} is not in the read model`);
    return row.created_at;
  }

  /** How many links were made in each interval [start, end) of epoch milliseconds; of a scope only, where one is named. */
  createdWithin(
    workspaceId: string,
    intervals: readonly { start: number; end: number }[],
    scope: LinkScope = {},
  ): Promise<readonly number[]> {
    const text = `
      SELECT count(l.id)::float8 AS created
      FROM unnest($2::float8[], $3::float8[]) WITH ORDINALITY AS s (start, "end", nth)
      LEFT JOIN links l ON l.workspace_id = $1 AND ($4::text IS NULL OR l.id = $4) AND ($5::text IS NULL OR $5 = ANY(l.tags)) AND ($6::text IS NULL OR l.domain_id = $6)
        AND l.created_at >= to_timestamp(s.start / 1000) AND l.created_at < to_timestamp(s."end" / 1000)
      GROUP BY s.nth ORDER BY s.nth`;
    const bounds = [intervals.map(({ start }) => start), intervals.map(({ end }) => end)];
    const values = [workspaceId, ...bounds, scope.link ?? null, scope.tag ?? null, scope.domain ?? null];
    return this.store.inWorkspace(workspaceId, async (client) =>
      (await client.query<{ created: number }>(text, values)).rows.map(({ created }) => created),
    );
  }

  /** What short URLs are made of, by link id. */
  names(workspaceId: string, ids: readonly string[]): Promise<Map<string, Pick<LinkRow, 'domain' | 'alias'>>> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<Pick<LinkRow, 'id' | 'domain' | 'alias'>>(
        'SELECT id, domain, alias FROM links WHERE workspace_id = $1 AND id = ANY($2::text[])',
        [workspaceId, ids],
      );
      return new Map(rows.map((row) => [row.id, row]));
    });
  }

  private first<R extends object>(
    workspaceId: string,
    query: { name?: string; text: string; values: unknown[] },
  ): Promise<R | null> {
    return this.store.inWorkspace(workspaceId, async (client) => (await client.query<R>(query)).rows[0] ?? null);
  }
}

/** Reads segments until the page is full. A segment is counted only where the page begins behind it. */
const listed = async (
  order: LinkOrder,
  window: LinkWindow,
  some: (segment: Segment, limit: number, skip: number, position?: LinkPosition) => Promise<CountedLink[]>,
  count: (segment: Segment) => Promise<number>,
): Promise<CountedLink[]> => {
  const rows: CountedLink[] = [];
  const position = 'after' in window ? window.after : undefined;
  const segments = position ? segmentsFrom(order, position) : segmentsOf(order);
  let skip = 'page' in window ? (window.page - 1) * window.limit : 0;
  for (const [index, segment] of segments.entries()) {
    const found = await some(segment, window.limit - rows.length, skip, index === 0 ? position : undefined);
    rows.push(...found);
    if (rows.length >= window.limit || index === segments.length - 1) break;
    skip = found.length > 0 || skip === 0 ? 0 : skip - (await count(segment));
  }
  return rows;
};

const conditions = (workspaceId: string, { tags, tags_mode, status }: LinkFilters) => {
  const values: unknown[] = [workspaceId];
  const parts = ['l.workspace_id = $1'];
  if (status) parts.push(`${STATUS} = $${values.push(status)}`);
  if (status !== 'deleted') parts.push('l.deleted_at IS NULL');
  if (tags?.length) parts.push(`l.tags ${tags_mode === 'all' ? '@>' : '&&'} $${values.push(tags)}::text[]`);
  return { sql: parts.join(' AND '), values };
};
