import { type LinkRow } from '@contexts/links';
import type { ReadStore } from '@platform/read-store';
import type { LinkCounters } from './link.presenter';

export interface LinkFilters {
  readonly page: number;
  readonly limit: number;
  readonly tags?: readonly string[];
  readonly tags_mode: 'any' | 'all';
  readonly status?: string;
}

export type CountedLink = LinkRow & LinkCounters;

/** Status at the database's clock; the same order of gravity as linkStatusAt. */
const STATUS = `CASE
  WHEN l.deleted_at IS NOT NULL THEN 'deleted'
  WHEN l.disabled_at IS NOT NULL THEN 'disabled'
  WHEN l.expires_at <= waymark_now() THEN 'expired'
  WHEN l.archived_at IS NOT NULL THEN 'archived'
  ELSE 'active' END`;

const COUNTED = `
  SELECT l.*, coalesce(c.clicks, 0)::float8 AS clicks, coalesce(c.unique_clicks, 0)::float8 AS unique_clicks,
         coalesce(c.bot_clicks, 0)::float8 AS bot_clicks, c.last_clicked_at
  FROM links l LEFT JOIN link_counters c ON c.link_id = l.id`;

/** One page of a workspace's links, newest first, and how many there are in all. */
export const listLinks = (store: ReadStore, workspaceId: string, filters: LinkFilters): Promise<{ rows: CountedLink[]; total: number }> => {
  const { sql, values } = conditions(workspaceId, filters);
  return store.inWorkspace(workspaceId, async (client) => {
    const page = await client.query<CountedLink>(
      `${COUNTED} WHERE ${sql} ORDER BY l.created_at DESC, l.id DESC LIMIT ${filters.limit} OFFSET ${(filters.page - 1) * filters.limit}`,
      values,
    );
    const counted = await client.query<{ total: number }>(`SELECT count(*)::float8 AS total FROM links l WHERE ${sql}`, values);
    return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
  });
};

const conditions = (workspaceId: string, { tags, tags_mode, status }: LinkFilters) => {
  const values: unknown[] = [workspaceId];
  const parts = ['l.workspace_id = $1'];
  if (status) parts.push(`${STATUS} = $${values.push(status)}`);
  if (status !== 'deleted') parts.push('l.deleted_at IS NULL');
  if (tags?.length) parts.push(`l.tags ${tags_mode === 'all' ? '@>' : '&&'} $${values.push(tags)}::text[]`);
  return { sql: parts.join(' AND '), values };
};

/** A link of the workspace that is not deleted, or null. */
export const findLink = (store: ReadStore, workspaceId: string, linkId: string): Promise<CountedLink | null> =>
  store.inWorkspace(workspaceId, async (client) => {
    const { rows } = await client.query<CountedLink>({
      name: 'find link',
      text: `${COUNTED} WHERE l.workspace_id = $1 AND l.id = $2 AND l.deleted_at IS NULL`,
      values: [workspaceId, linkId],
    });
    return rows[0] ?? null;
  });

/** How many links the workspace made in [from, to), and short URLs by id; what analytics cannot know. */
export const linksCreatedBetween = (store: ReadStore, workspaceId: string, from: string, to: string): Promise<number> =>
  store.inWorkspace(workspaceId, async (client) => {
    const { rows } = await client.query<{ created: number }>(
      'SELECT count(*)::float8 AS created FROM links WHERE workspace_id = $1 AND created_at >= $2 AND created_at < $3',
      [workspaceId, from, to],
    );
    return rows[0]?.created ?? 0;
  });

export const namesOfLinks = (store: ReadStore, workspaceId: string, ids: readonly string[]): Promise<Map<string, Pick<LinkRow, 'domain' | 'alias'>>> =>
  store.inWorkspace(workspaceId, async (client) => {
    const { rows } = await client.query<Pick<LinkRow, 'id' | 'domain' | 'alias'>>(
      'SELECT id, domain, alias FROM links WHERE workspace_id = $1 AND id = ANY($2::text[])',
      [workspaceId, ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  });
