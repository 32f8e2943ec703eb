import { Inject, Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { StoreUnavailable } from '@kernel';
import { type LinkFields, type LinkRow, kindOfLinkField } from '@contexts/links';
import { type LinkName, linkNames, type ReadStore } from '@platform/read-store';
import { READ_STORE } from '../tokens';
import { COUNTED_TO, type Paging, type Total, firstRow, pageOfRows, totalUpTo } from '../workspace-rows';
import { type TimeRange, type LinkScope, createdWithin } from './created-links';
import { type LinkConditions, type LinkFilters, passNearlyAll, type Sql } from './link-filters';
import { byCreation, type LinkOrder, type LinkPosition, type Segment, segmentsOf } from './link-order';
import { behindTheMiddle, type LinkWindow, listed, type Part, partOf } from './link-pages';
import { searching } from './link-search';

export interface ListedLinks extends Total {
  readonly rows: CountedLink[];
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

const COUNTERS = `coalesce(c.clicks, 0)::float8 AS clicks, coalesce(c.unique_clicks, 0)::float8 AS unique_clicks,
  coalesce(c.bot_clicks, 0)::float8 AS bot_clicks, c.last_clicked_at`;

/** Counts the rows of a table. */
const counting = ({ text, values }: Sql, limit = ''): Sql => ({
  text: `SELECT count(*)::float8 AS total FROM (SELECT FROM ${text} ${limit}) counted`,
  values,
});

const mostOf = (workspaceId: string, tags: readonly string[]): Sql => ({
  text: `SELECT coalesce(max(links), 0)::float8 AS total FROM link_counts
    WHERE workspace_id = $1 AND kind = 'tag' AND key = ANY($2::text[])`,
  values: [workspaceId, tags],
});

const countOf = (workspaceId: string, { kind, key }: NonNullable<LinkConditions['counted']>): Sql => ({
  text: 'SELECT links::float8 AS total FROM link_counts WHERE workspace_id = $1 AND kind = $2 AND key = $3',
  values: [workspaceId, kind, key],
});

/** How many links pass; of those that have to be counted, at most one more than {@link COUNTED_TO}. */
const totalOf = async (
  count: (sql: Sql) => Promise<number>,
  workspaceId: string,
  { from, found, counted, known, tagged }: LinkConditions,
): Promise<number> => {
  if (known !== undefined) return known;
  if (counted) return count(countOf(workspaceId, counted));
  const ofOneTag = tagged.length > 0 ? await count(mostOf(workspaceId, tagged)) : 0;
  return ofOneTag > COUNTED_TO ? ofOneTag : count(counting(found ?? from('asc'), `LIMIT ${COUNTED_TO + 1}`));
};

/** Conditions of few links: sorted before their counters are looked up, which the planner would not think of. */
const sortedAtOnce = ({ found, ...conditions }: LinkConditions): LinkConditions => {
  if (!found) return conditions;
  const from: LinkConditions['from'] = (order) => ({
    text: `(SELECT * FROM ${found.text} ORDER BY l.created_at ${order}, l.id ${order}) l`,
    values: found.values,
  });
  return { ...conditions, from };
};

const COUNTED = `SELECT l.*, ${COUNTERS}`;
const EACH_COUNTED = `${COUNTED} FROM links l LEFT JOIN link_counters c ON c.link_id = l.id`;

/** Queries of links. Each names its workspace, and row-level security applies as well. */
@Injectable()
export class LinkQueries {
  constructor(@Inject(READ_STORE) private readonly store: ReadStore) {}

  /** Some of a workspace's links in an order, and their total: with a filter, at most {@link COUNTED_TO}. */
  list(workspaceId: string, filters: LinkFilters, order: LinkOrder, window: LinkWindow): Promise<ListedLinks> {
    const withoutSorting = order.sort === 'created_at' && passNearlyAll(filters);
    const read = async (client: ClientBase): Promise<ListedLinks> => {
      const asked = await searching(client, workspaceId, filters, COUNTED_TO);
      const count = async ({ text, values }: Sql) =>
        (await client.query<{ total: number }>(text, [...values])).rows[0]?.total ?? 0;
      const total = await totalOf(count, workspaceId, asked);
      const conditions = total <= COUNTED_TO ? sortedAtOnce(asked) : asked;
      const rowsOf = async (part: Part) => (await client.query<CountedLink>(partOf(COUNTED, conditions, part))).rows;
      const position = 'after' in window ? window.after : null;
      const some = (segment: Segment, limit: number, skip: number) => rowsOf({ segment, order, limit, skip, position });
      const countSegment = (segment: Segment) => {
        const { text, values } = segment.from(conditions);
        return count({ text: `SELECT count(*)::float8 AS total ${text}`, values });
      };
      const segments = segmentsOf(order, conditions, total);
      const follows = async ({ page, limit }: Paging): Promise<boolean> =>
        conditions.counted
          ? page * limit < total
          : (await listed(segments, { page: page * limit + 1, limit: 1 }, some, countSegment)).length > 0;
      const fromEnd = conditions.counted && behindTheMiddle(order, window, total);
      const rows = fromEnd
        ? (await rowsOf({ ...fromEnd, segment: byCreation(conditions, fromEnd.order.order), position: null })).reverse()
        : await listed(segments, window, some, countSegment);
      if (conditions.counted?.kind === 'live') return { rows, total };
      const isBeyond = total > COUNTED_TO && 'page' in window && window.page * window.limit > COUNTED_TO;
      return { rows, ...totalUpTo(total), ...(isBeyond && { more: await follows(window) }) };
    };
    return this.store.inWorkspace(workspaceId, read, { withoutSorting });
  }

  /** A workspace's next links in the order of creation, the oldest first. @param position null for the first ones */
  following(workspaceId: string, filters: LinkFilters, position: LinkPosition | null, limit: number) {
    const order: LinkOrder = { sort: 'created_at', order: 'asc' };
    const read = async (client: ClientBase) => {
      const conditions = await searching(client, workspaceId, filters, COUNTED_TO);
      const parts = segmentsOf(order, conditions).map((segment) =>
        partOf(COUNTED, conditions, { segment, order, limit, skip: 0, position }),
      );
      const rows = await Promise.all(parts.map((part) => client.query<CountedLink>(part)));
      return rows.flatMap((part) => part.rows);
    };
    return this.store.inWorkspace(workspaceId, read, { withoutSorting: passNearlyAll(filters) });
  }

  /** The exact number of a workspace's links that pass the filters. */
  count(workspaceId: string, filters: LinkFilters): Promise<number> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { from, found, counted, known = Infinity } = await searching(client, workspaceId, filters, COUNTED_TO);
      if (known <= COUNTED_TO) return known;
      const { text, values } = counted ? countOf(workspaceId, counted) : counting(found ?? from('asc'));
      return (await client.query<{ total: number }>(text, [...values])).rows[0]?.total ?? 0;
    });
  }

  /** Tags of a workspace's links that are not deleted, the most used first, and how many different ones there are. */
  tags(workspaceId: string, paging: Paging) {
    const tags = "link_counts WHERE workspace_id = $1 AND kind = 'tag'";
    const listing = {
      rows: `SELECT key AS tag, links::float8 AS count FROM ${tags}`,
      order: 'links DESC, key',
      counted: tags,
      values: [workspaceId],
    };
    return pageOfRows<{ tag: string; count: number }>(this.store, workspaceId, listing, paging);
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
    return firstRow<CountedLink>(this.store, workspaceId, {
      name: 'find link',
      text: `${EACH_COUNTED} WHERE l.workspace_id = $1 AND l.id = $2 AND l.deleted_at IS NULL`,
      values: [workspaceId, linkId],
    });
  }

  /** The link as it is stored, also when it is deleted. */
  stored(workspaceId: string, linkId: string): Promise<LinkRow | null> {
    return firstRow<LinkRow>(this.store, workspaceId, {
      name: 'stored link',
      text: 'SELECT * FROM links l WHERE l.workspace_id = $1 AND l.id = $2',
      values: [workspaceId, linkId],
    });
  }

  /** The link of the workspace that has an external id, a deleted one included. */
  byExternalId(workspaceId: string, externalId: string): Promise<LinkRow | null> {
    return firstRow<LinkRow>(this.store, workspaceId, {
      name: 'link by external id',
      text: `SELECT * FROM links l WHERE l.workspace_id = $1 AND l.external_id = $2
        ORDER BY l.created_at, l.id LIMIT 1`,
      values: [workspaceId, externalId],
    });
  }

  /** The oldest link that is not deleted and has all of these fields; those that are undefined do not count. */
  identical(workspaceId: string, fields: Partial<LinkFields> & { domain: string; destination_url: string }) {
    const values: unknown[] = [workspaceId];
    const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
    const conditions = sent.map(([field, value]) => {
      const stored = kindOfLinkField(field) === 'json' ? JSON.stringify(value) : value;
      return `l.${field} = $${values.push(stored)}`;
    });
    const destination = `l.destination_key = md5($${values.push(fields.destination_url)})`;
    return firstRow<LinkRow>(this.store, workspaceId, {
      text: `SELECT * FROM links l WHERE l.workspace_id = $1 AND ${[destination, ...conditions].join(' AND ')}
        AND l.deleted_at IS NULL ORDER BY l.created_at, l.id LIMIT 1`,
      values,
    });
  }

  async counters(workspaceId: string, linkId: string): Promise<LinkCounters> {
    const text = `SELECT ${COUNTERS} FROM link_counters c WHERE c.workspace_id = $1 AND c.link_id = $2`;
    return (
      (await firstRow<LinkCounters>(this.store, workspaceId, {
        name: 'link counters',
        text,
        values: [workspaceId, linkId],
      })) ?? NO_CLICKS
    );
  }

  /** Counters by link id; links without a click are not in it. */
  countersOf(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, LinkCounters>> {
    if (ids.length === 0) return Promise.resolve(new Map());
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<LinkCounters & { link_id: string }>({
        name: 'counters of links',
        text: `SELECT c.link_id, ${COUNTERS} FROM link_counters c
          WHERE c.workspace_id = $1 AND c.link_id = ANY($2::text[])`,
        values: [workspaceId, ids],
      });
      return new Map(rows.map((row) => [row.link_id, row]));
    });
  }

  /** When the workspace began, RFC 3339. */
  async workspaceCreatedAt(workspaceId: string): Promise<string> {
    const text = 'SELECT created_at FROM workspaces WHERE id = $1';
    const row = await firstRow<{ created_at: string }>(this.store, workspaceId, { text, values: [workspaceId] });
    if (!row) throw new StoreUnavailable(`the workspace ${workspaceId} is not in the read model`);
    return row.created_at;
  }

  /** How many links were made in each interval [start, end) of epoch milliseconds; with a scope, only its links. */
  createdWithin(workspaceId: string, intervals: readonly TimeRange[], scope: LinkScope = {}) {
    const query = createdWithin(workspaceId, intervals, scope);
    return this.store.inWorkspace(workspaceId, async (client): Promise<readonly number[]> =>
      (await client.query<{ created: number }>(query)).rows.map(({ created }) => created),
    );
  }

  /** Domain and alias, which make a short URL, by link id. */
  names(workspaceId: string, ids: readonly string[]): Promise<Map<string, LinkName>> {
    return this.store.inWorkspace(workspaceId, (client) => linkNames(client, workspaceId, ids));
  }
}
