import { StoreUnavailable } from '@kernel';
import type { LinkRow } from '@contexts/links';
import type { ReadStore } from '@platform/read-store';

export interface LinkFilters {
  readonly page: number;
  readonly limit: number;
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

/** Telemetry of a link; it lives beside the read model and is left out of ETags. */
export interface LinkCounters {
  readonly clicks: number;
  readonly unique_clicks: number;
  readonly bot_clicks: number;
  readonly last_clicked_at: string | null;
}

export const NO_CLICKS: LinkCounters = { clicks: 0, unique_clicks: 0, bot_clicks: 0, last_clicked_at: null };

export type CountedLink = LinkRow & LinkCounters;

/** Status at the database's clock; the same order of gravity as linkStatusAt. */
const STATUS = `CASE
  WHEN l.deleted_at IS NOT NULL THEN 'deleted'
  WHEN l.disabled_at IS NOT NULL THEN 'disabled'
  WHEN l.expires_at <= waymark_now() THEN 'expired'
  WHEN l.archived_at IS NOT NULL THEN 'archived'
  ELSE 'active' END`;

const COUNTERS = `coalesce(c.clicks, 0)::float8 AS clicks, coalesce(c.unique_clicks, 0)::float8 AS unique_clicks,
  coalesce(c.bot_clicks, 0)::float8 AS bot_clicks, c.last_clicked_at`;

const COUNTED = `SELECT l.*, ${COUNTERS} FROM links l LEFT JOIN link_counters c ON c.link_id = l.id`;

/** What the edge reads of links. Each query names its workspace, and runs behind row-level security besides. */
export class LinkQueries {
  constructor(private readonly store: ReadStore) {}

  /** One page of a workspace's links, newest first, and how many there are in all. */
  list(workspaceId: string, filters: LinkFilters): Promise<{ rows: CountedLink[]; total: number }> {
    const { sql, values } = conditions(workspaceId, filters);
    const { page, limit } = filters;
    return this.store.inWorkspace(workspaceId, async (client) => {
      const [listed, counted] = await Promise.all([
        client.query<CountedLink>(`${COUNTED} WHERE ${sql} ORDER BY l.created_at DESC, l.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`, values),
        client.query<{ total: number }>(`SELECT count(*)::float8 AS total FROM links l WHERE ${sql}`, values),
      ]);
      return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
    });
  }

  /** A link of the workspace that is not deleted, or null. */
  find(workspaceId: string, linkId: string): Promise<CountedLink | null> {
    return this.first<CountedLink>(workspaceId, {
      name: 'find link',
      text: `${COUNTED} WHERE l.workspace_id = $1 AND l.id = $2 AND l.deleted_at IS NULL`,
      values: [workspaceId, linkId],
    });
  }

  /** By its address, whoever owns it: for the redirector, which knows no workspace. */
  async findByAlias(domainId: string, alias: string): Promise<LinkRow | null> {
    const { rows } = await this.store.system.query<LinkRow>(
      'SELECT * FROM links WHERE domain_id = $1 AND alias_key = $2', [domainId, alias.toLowerCase()]);
    return rows[0] ?? null;
  }

  async counters(workspaceId: string, linkId: string): Promise<LinkCounters> {
    const text = `SELECT ${COUNTERS} FROM link_counters c WHERE c.workspace_id = $1 AND c.link_id = $2`;
    return (await this.first<LinkCounters>(workspaceId, { name: 'link counters', text, values: [workspaceId, linkId] })) ?? NO_CLICKS;
  }

  /** When the workspace began, RFC 3339. */
  async workspaceCreatedAt(workspaceId: string): Promise<string> {
    const text = 'SELECT created_at FROM workspaces WHERE id = $1';
    const row = await this.first<{ created_at: string }>(workspaceId, { text, values: [workspaceId] });
    if (!row) throw new StoreUnavailable(`the workspace ${workspaceId} is not in the read model`);
    return row.created_at;
  }

  /** How many links were made in each stretch [start, end) of epoch milliseconds; of a scope only, where one is named. */
  createdWithin(workspaceId: string, stretches: readonly { start: number; end: number }[], scope: LinkScope = {}): Promise<readonly number[]> {
    const text = `
      SELECT count(l.id)::float8 AS created
      FROM unnest($2::float8[], $3::float8[]) WITH ORDINALITY AS s (start, "end", nth)
      LEFT JOIN links l ON l.workspace_id = $1 AND ($4::text IS NULL OR l.id = $4) AND ($5::text IS NULL OR $5 = ANY(l.tags)) AND ($6::text IS NULL OR l.domain_id = $6)
        AND l.created_at >= to_timestamp(s.start / 1000) AND l.created_at < to_timestamp(s."end" / 1000)
      GROUP BY s.nth ORDER BY s.nth`;
    const bounds = [stretches.map(({ start }) => start), stretches.map(({ end }) => end)];
    const values = [workspaceId, ...bounds, scope.link ?? null, scope.tag ?? null, scope.domain ?? null];
    return this.store.inWorkspace(workspaceId, async (client) => (await client.query<{ created: number }>(text, values)).rows.map(({ created }) => created));
  }

  /** What short URLs are made of, by link id. */
  names(workspaceId: string, ids: readonly string[]): Promise<Map<string, Pick<LinkRow, 'domain' | 'alias'>>> {
    return this.store.inWorkspace(workspaceId, async (client) => {
      const { rows } = await client.query<Pick<LinkRow, 'id' | 'domain' | 'alias'>>(
        'SELECT id, domain, alias FROM links WHERE workspace_id = $1 AND id = ANY($2::text[])', [workspaceId, ids]);
      return new Map(rows.map((row) => [row.id, row]));
    });
  }

  private first<R extends object>(workspaceId: string, query: { name?: string; text: string; values: unknown[] }): Promise<R | null> {
    return this.store.inWorkspace(workspaceId, async (client) => (await client.query<R>(query)).rows[0] ?? null);
  }
}

const conditions = (workspaceId: string, { tags, tags_mode, status }: LinkFilters) => {
  const values: unknown[] = [workspaceId];
  const parts = ['l.workspace_id = $1'];
  if (status) parts.push(`${STATUS} = $${values.push(status)}`);
  if (status !== 'deleted') parts.push('l.deleted_at IS NULL');
  if (tags?.length) parts.push(`l.tags ${tags_mode === 'all' ? '@>' : '&&'} $${values.push(tags)}::text[]`);
  return { sql: parts.join(' AND '), values };
};
