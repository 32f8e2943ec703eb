import { Inject, Injectable } from '@nestjs/common';
import { StoreUnavailable } from '@kernel';
import type { LinkFields, LinkRow } from '@contexts/links';
import type { ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import { type LinkFilters, conditionsOf } from './link-filters';
import { after, type LinkOrder, type LinkPosition, orderOf, type Segment, segmentsOf } from './link-order';

/** Selects the links of a workspace that meet all of these. */
export interface LinkScope {
  readonly link?: string;
  readonly tag?: string;
  /** Id of a campaign. */
  readonly campaign?: string;
  /** Id of a domain. */
  readonly domain?: string;
}

/** `limit` links, from the start of a page or, by created_at, after a position. */
export type LinkWindow = { readonly limit: number } & ({ readonly page: number } | { readonly after: LinkPosition });

export interface ListedLinks {
  readonly rows: CountedLink[];
  readonly total: number;
  /** Set when there are more than `total`. */
  readonly total_is?: 'minimum';
}

/** Telemetry of a link, outside the read model and the ETag. */
export interface LinkCounters {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly last_clicked_at: string | null;
}

export const NO_CLICKS: LinkCounters = { clicks: 0, unique_clicks: 0, bot_clicks: 0, last_clicked_at: null };

export type CountedLink = LinkRow & LinkCounters;

/** A filtered list is counted up to this number, since a filter scans the workspace's links. */
const COUNTED_TO = 10_000;

const COUNTERS = `coalesce(c.clicks, 0)::float8 AS clicks, coalesce(c.unique_clicks, 0)::float8 AS unique_clicks,
  coalesce(c.bot_clicks, 0)::float8 AS bot_clicks, c.last_clicked_at`;

const COUNTED = `SELECT l.*, ${COUNTERS}`;
const EACH_COUNTED = `${COUNTED} FROM links l LEFT JOIN link_counters c ON c.link_id = l.id`;

/** Queries of links. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class LinkQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** Some of a workspace's links in an order, and their total: with a filter, at most {@link COUNTED_TO}. */
  list(workspaceId: string, filters: LinkFilters, order: LinkOrder, window: LinkWindow): Promise<ListedLinks> {
    const { sql, values, filtered } = conditionsOf(workspaceId, filters);
    return this.store.inWorkspace(workspaceId, async (client) => {
      const count = async (from: string) =>
        (await client.query<{ total: number }>(`SELECT count(*)::float8 AS total ${from}`, values)).rows[0]?.total ?? 0;
      const position = 'after' in window ? window.after : null;
      const some = async (segment: Segment, limit: number, skip: number) =>
        (await client.query<CountedLink>(partOf({ sql, values }, { segment, order, limit, skip, position }))).rows;
      const [rows, total] = await Promise.all([
        listed(order, window, some, (segment) => count(segment.from(sql))),
        count(
          filtered ? `FROM (SELECT FROM links l WHERE ${sql} LIMIT ${COUNTED_TO + 1}) l` : `FROM links l WHERE ${sql}`,
        ),
      ]);
      return filtered && total > COUNTED_TO ? { rows, total: COUNTED_TO, total_is: 'minimum' } : { rows, total };
    });
  }

  /** A workspace's next links in the order of creation, the oldest first. @param position null for the first ones */
  following(workspaceId: string, filters: LinkFilters, position: LinkPosition | null, limit: number) {
    const order: LinkOrder = { sort: 'created_at', order: 'asc' };
    const parts = segmentsOf(order).map((segment) =>
      partOf(conditionsOf(workspaceId, filters), { segment, order, limit, skip: 0, position }),
    );
    return this.store.inWorkspace(workspaceId, async (client) => {
      const rows = await Promise.all(parts.map((part) => client.query<CountedLink>(part)));
      return rows.flatMap((part) => part.rows);
    });
  }

  /** The exact number of a workspace's links that pass the filters. */
  async count(workspaceId: string, filters: LinkFilters): Promise<number> {
    const { sql, values } = conditionsOf(workspaceId, filters);
    const text = `SELECT count(*)::float8 AS count FROM links l WHERE ${sql}`;
    return (await this.first<{ count: number }>(workspaceId, { text, values }))?.count ?? 0;
  }

  /** Tags of a workspace's links that are not deleted, the most used first, and how many different ones there are. */
  tags(workspaceId: string, { page, limit }: { page: number; limit: number }) {
    const tags = 'FROM links l, unnest(l.tags) AS tag WHERE l.workspace_id = $1 AND l.deleted_at IS NULL';
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [listed, counted] = await Promise.all([
        client.query<{ tag: string; count: number }>(
          `SELECT tag, count(*)::float8 AS count ${tags} GROUP BY tag ORDER BY count DESC, tag COLLATE "C" ` +
            `LIMIT $2 OFFSET $3`,
          [workspaceId, limit, (page - 1) * limit],
        ),
        client.query<{ total: number }>(`SELECT count(DISTINCT tag)::float8 AS total ${tags}`, [workspaceId]),
      ]);
      return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
    });
  }

  /** Whether any workspace has a link of this id, even a deleted one: its alias is then taken. */
  async exists(linkId: string): Promise<boolean> {
    const { rows } = await this.store.system.query<{ taken: boolean }>(
      'SELECT EXISTS (SELECT FROM links WHERE id = $1) AS taken',
      [linkId],
    );
    return rows[0]?.taken === true;
  }

  /** A link of the workspace that is not deleted, or null. */
  find(workspaceId: string, linkId: string): Promise<CountedLink | null> {
    return this.first<CountedLink>(workspaceId, {
      name: 'find link',
      text: `${EACH_COUNTED} WHERE l.workspace_id = $1 AND l.id = $2 AND l.deleted_at IS NULL`,
      values: [workspaceId, linkId],
    });
  }

  /** The link of the workspace that has an external id, a deleted one included. */
  byExternalId(workspaceId: string, externalId: string): Promise<LinkRow | null> {
    return this.first<LinkRow>(workspaceId, {
      name: 'link by external id',
      text: 'SELECT * FROM links l WHERE l.workspace_id = $1 AND l.external_id = $2 ORDER BY l.created_at, l.id LIMIT 1',
      values: [workspaceId, externalId],
    });
  }

  /** The oldest link that is not deleted and has all of these fields; those that are undefined do not count. */
  identical(workspaceId: string, fields: Partial<LinkFields> & { domain: string; destination_url: string }) {
    const values: unknown[] = [workspaceId];
    const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
    const conditions = sent.map(([field, value]) => {
      const isJson = ['rules', 'variants', 'preview'].includes(field);
      return `l.${field} = $${values.push(isJson ? JSON.stringify(value) : value)}`;
    });
    const destination = `l.destination_key = md5($${values.push(fields.destination_url)})`;
    return this.first<LinkRow>(workspaceId, {
      text: `SELECT * FROM links l WHERE l.workspace_id = $1 AND ${[destination, ...conditions].join(' AND ')}
        AND l.deleted_at IS NULL ORDER BY l.created_at, l.id LIMIT 1`,
      values,
    });
  }

  async counters(workspaceId: string, linkId: string): Promise<LinkCounters> {
    const text = `SELECT ${COUNTERS} FROM link_counters c WHERE c.workspace_id = $1 AND c.link_id = $2`;
    return (
      (await this.first<LinkCounters>(workspaceId, { name: 'link counters', text, values: [workspaceId, linkId] })) ??
      NO_CLICKS
    );
  }

  /** Counters by link id; links without a click are not in it. */
  countersOf(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, LinkCounters>> {
    if (ids.length === 0) return Promise.resolve(new Map());
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<LinkCounters & { link_id: string }>({
        name: 'counters of links',
        text: `SELECT c.link_id, ${COUNTERS} FROM link_counters c WHERE c.workspace_id = $1 AND c.link_id = ANY($2::text[])`,
        values: [workspaceId, ids],
      });
      return new Map(rows.map((row) => [row.link_id, row]));
    });
  }

  /** When the workspace began, RFC 3339. */
  async workspaceCreatedAt(workspaceId: string): Promise<string> {
    const text = 'SELECT created_at FROM workspaces WHERE id = $1';
    const row = await this.first<{ created_at: string }>(workspaceId, { text, values: [workspaceId] });
    if (!row) throw new StoreUnavailable(`the workspace ${workspaceId} is not in the read model`);
    return row.created_at;
  }

  /** How many links were made in each interval [start, end) of epoch milliseconds; with a scope, only its links. */
  createdWithin(
    workspaceId: string,
    intervals: readonly { start: number; end: number }[],
    scope: LinkScope = {},
  ): Promise<readonly number[]> {
    const text = `
      SELECT count(l.id)::float8 AS created
      FROM unnest($2::float8[], $3::float8[]) WITH ORDINALITY AS s (start, "end", nth)
      LEFT JOIN links l ON l.workspace_id = $1 AND ($4::text IS NULL OR l.id = $4)
        AND ($5::text IS NULL OR $5 = ANY(l.tags)) AND ($6::text IS NULL OR l.domain_id = $6)
        AND ($7::text IS NULL OR l.campaign_id = $7)
        AND l.created_at >= to_timestamp(s.start / 1000) AND l.created_at < to_timestamp(s."end" / 1000)
      GROUP BY s.nth ORDER BY s.nth`;
    const bounds = [intervals.map(({ start }) => start), intervals.map(({ end }) => end)];
    const { link = null, tag = null, domain = null, campaign = null } = scope;
    const values = [workspaceId, ...bounds, link, tag, domain, campaign];
    return this.store.inWorkspace(workspaceId, async (client) =>
      (await client.query<{ created: number }>(text, values)).rows.map(({ created }) => created),
    );
  }

  /** Domain and alias, which make a short URL, by link id. */
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

interface Part {
  readonly segment: Segment;
  readonly order: LinkOrder;
  readonly limit: number;
  readonly skip: number;
  /** Only the links after it. */
  readonly position: LinkPosition | null;
}

/** The query for some links of a segment. */
const partOf = (
  { sql, values }: { readonly sql: string; readonly values: readonly unknown[] },
  { segment, order, limit, skip, position }: Part,
) => {
  const all = [...values];
  const bind = (value: unknown) => `$${all.push(value)}`;
  const behind = position ? `AND ${after(order.order, position, bind)}` : '';
  const text = `${COUNTED} ${segment.from(sql)} ${behind} ORDER BY ${orderOf(segment, order)} LIMIT ${limit} OFFSET ${skip}`;
  return { text, values: all };
};

/** Reads segments until the page is full. It counts a segment only when the page begins after it. */
const listed = async (
  order: LinkOrder,
  window: LinkWindow,
  some: (segment: Segment, limit: number, skip: number) => Promise<CountedLink[]>,
  count: (segment: Segment) => Promise<number>,
): Promise<CountedLink[]> => {
  const rows: CountedLink[] = [];
  const segments = segmentsOf(order);
  let skip = 'page' in window ? (window.page - 1) * window.limit : 0;
  for (const [index, segment] of segments.entries()) {
    const found = await some(segment, window.limit - rows.length, skip);
    rows.push(...found);
    if (rows.length >= window.limit || index === segments.length - 1) break;
    skip = found.length > 0 || skip === 0 ? 0 : skip - (await count(segment));
  }
  return rows;
};
