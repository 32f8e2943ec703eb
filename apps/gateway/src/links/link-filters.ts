import { canonicalHostname } from '@contexts/domains';

/** Selects the links that meet all of these. Without `status`, all but the deleted ones. */
export interface LinkFilters {
  readonly status?: string;
  readonly tags?: readonly string[];
  readonly tags_mode: 'any' | 'all';
  readonly exclude_tags?: readonly string[];
  /** Host name as links have it, whatever the case. */
  readonly domain?: string;
  readonly campaign_id?: string;
  /** A part of the alias, title, destination or external id, whatever the case. */
  readonly search?: string;
  /** RFC 3339, inclusive. */
  readonly created_after?: string;
  /** RFC 3339, exclusive. */
  readonly created_before?: string;
}

/** Status at the database's clock; the same precedence as linkStatusAt. */
const STATUS = `CASE
  WHEN l.deleted_at IS NOT NULL THEN 'deleted'
  WHEN l.archived_at IS NOT NULL THEN 'archived'
  WHEN l.expires_at <= waymark_now() OR l.limit_reached >= l.click_limit THEN 'expired'
  WHEN l.disabled_at IS NOT NULL THEN 'disabled'
  ELSE 'active' END`;

/**
 * The collation of a database may know the case of ASCII only; this one knows Unicode's on every server since Postgres
 * 17.
 */
const folded = (text: string): string => `lower(${text} COLLATE "pg_c_utf8")`;

const SEARCHED = ['alias', 'title', 'destination_url', 'external_id'];

/**
 * The filters as SQL over `links l`; $1 is the workspace. Row-level security keeps functions away from indexes, so
 * every filter but the date of creation and the campaign reads all links of the workspace.
 */
export const conditionsOf = (workspaceId: string, filters: LinkFilters) => {
  const values: unknown[] = [workspaceId];
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { status, tags, tags_mode, exclude_tags, domain, campaign_id, search, created_after, created_before } = filters;
  const parts: string[] = [];
  if (tags?.length) parts.push(`l.tags ${tags_mode === 'all' ? '@>' : '&&'} ${bind(tags, 'text[]')}`);
  if (exclude_tags?.length) parts.push(`NOT l.tags && ${bind(exclude_tags, 'text[]')}`);
  if (domain !== undefined) parts.push(`l.domain = ${bind(canonicalHostname(domain) ?? domain.toLowerCase(), 'text')}`);
  if (campaign_id !== undefined) parts.push(`l.campaign_id = ${bind(campaign_id, 'text')}`);
  if (search !== undefined) {
    const part = folded(bind(search, 'text'));
    parts.push(`(${SEARCHED.map((column) => `strpos(${folded(`l.${column}`)}, ${part}) > 0`).join(' OR ')})`);
  }
  if (created_after !== undefined) parts.push(`l.created_at >= ${bind(created_after, 'timestamptz')}`);
  if (created_before !== undefined) parts.push(`l.created_at < ${bind(created_before, 'timestamptz')}`);
  if (status) parts.push(`${STATUS} = ${bind(status, 'text')}`);
  const visible = ['l.workspace_id = $1', ...(status === 'deleted' ? [] : ['l.deleted_at IS NULL'])];
  return { sql: [...visible, ...parts].join(' AND '), values, filtered: parts.length > 0 };
};
