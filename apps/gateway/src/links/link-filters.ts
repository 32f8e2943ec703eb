import { canonicalHostname } from '@contexts/domains';
import { DEFAULT_DOMAIN } from '@contexts/links';
import { folded, SEARCHED, sigmasAlike } from '@platform/read-store';

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
  /** RFC 3339: the instant at which a status is judged. Absent: that of each query, by the database's clock. */
  readonly now?: string;
}

/** As a selection of its own: the planner knows no value of it, and so plans alike whatever the instant is. */
const NOW = '(SELECT waymark_now())';
/** Statuses that depend on the instant. */
const TIMED: ReadonlySet<string | undefined> = new Set(['active', 'disabled', 'expired']);

const endedAt = (now: string) => `(l.expires_at <= ${now} OR l.limit_reached >= l.click_limit) IS TRUE`;

/**
 * Status at an instant; the same precedence as linkStatusAt. Each but `active` begins with the condition of the index
 * that has its links.
 */
const STATUS: Readonly<Record<string, (now: string) => string>> = {
  active: (now) => `l.archived_at IS NULL AND l.disabled_at IS NULL AND NOT ${endedAt(now)}`,
  disabled: (now) => `l.disabled_at IS NOT NULL AND l.archived_at IS NULL AND NOT ${endedAt(now)}`,
  expired: (now) =>
    `(l.expires_at IS NOT NULL OR l.limit_reached IS NOT NULL) AND l.archived_at IS NULL AND ${endedAt(now)}`,
  archived: () => 'l.archived_at IS NOT NULL',
};

/**
 * The same for links that have expired, by the indexes that find them among those that expire later. With `OFFSET 0` the
 * planner does not look for them in the order of creation.
 */
const expiredOf = (parts: readonly string[], now: string): string => {
  const where = ['l.workspace_id = $1', 'l.deleted_at IS NULL', 'l.archived_at IS NULL', ...parts].join(' AND ');
  const past = `l.expires_at <= ${now}`;
  const byExpiry = [past, `l.limit_reached >= l.click_limit AND (${past}) IS NOT TRUE`];
  return `(${byExpiry.map((ended) => `(SELECT * FROM links l WHERE ${where} AND ${ended} OFFSET 0)`).join(' UNION ALL ')}) l`;
};

/** SQL with the values of its parameters. */
export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The links that pass filters; $1 is the workspace. */
export interface LinkConditions {
  /** A condition on `links l`. */
  readonly where: Sql;
  /**
   * The same for links whose ids are known. No index by workspace may serve it: without statistics the planner would
   * read the whole workspace for each id.
   */
  readonly whereKnown: Sql;
  /** A table `l` of them, made so that an index can give them in this order of creation. */
  readonly from: (order: 'asc' | 'desc') => Sql;
  /** The columns of that order: when a link was made, and its id. */
  readonly position: readonly [string, string];
  /** A table `l` of them in no order, where this is found without a look at others: to count them, or a few to sort. */
  readonly found?: Sql;
  /** Tags whose links are among them, all of each. */
  readonly tagged: readonly string[];
  /** How many they are, if that is known; from a limit on, one more than the limit. */
  readonly known?: number;
  /** The row of `link_counts` that has their exact number, if there is one. */
  readonly counted: { readonly kind: 'live' | 'tag' | 'campaign'; readonly key: string } | null;
}

/** The host as links have it. */
export const hostOf = (domain: string): string => canonicalHostname(domain) ?? domain.toLowerCase();

type Bind = (value: unknown, type: string) => string;

/** Those of custom domains are in an index, in their order; of the installation's domain are most, as a rule. */
const onDomain = (domain: string, [id, ...others]: readonly string[], bind: Bind): string => {
  if (id === undefined) return `l.domain = ${bind(hostOf(domain), 'text')}`;
  const same = others.length === 0 ? `= ${bind(id, 'text')}` : `= ANY(${bind([id, ...others], 'text[]')})`;
  return `l.domain_id <> '${DEFAULT_DOMAIN}' AND l.domain_id ${same}`;
};

/**
 * Row-level security keeps functions away from indexes: a search reads all links of the workspace (see
 * link-search.ts), and a search for deleted links with a tag all that are deleted.
 * @param domainIds the custom domains of the workspace that have, or had, the host of the filter
 */
export const conditionsOf = (
  workspaceId: string,
  filters: LinkFilters,
  domainIds: readonly string[] = [],
): LinkConditions => {
  const values: unknown[] = [workspaceId];
  const bind = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const { status, tags, tags_mode, exclude_tags, domain, campaign_id, search, created_after, created_before } = filters;
  const parts: string[] = [];
  if (tags?.length) parts.push(`l.tags ${tags_mode === 'all' ? '@>' : '&&'} ${bind(tags, 'text[]')}`);
  if (exclude_tags?.length) parts.push(`NOT l.tags && ${bind(exclude_tags, 'text[]')}`);
  if (domain !== undefined) parts.push(onDomain(domain, domainIds, bind));
  if (campaign_id !== undefined) parts.push(`l.campaign_id = ${bind(campaign_id, 'text')}`);
  if (search !== undefined) {
    const alike = sigmasAlike(search);
    const part = alike(folded(bind(search, 'text')));
    parts.push(`(${SEARCHED.map((column) => `strpos(${alike(folded(`l.${column}`))}, ${part}) > 0`).join(' OR ')})`);
  }
  if (created_after !== undefined) parts.push(`l.created_at >= ${bind(created_after, 'timestamptz')}`);
  if (created_before !== undefined) parts.push(`l.created_at < ${bind(created_before, 'timestamptz')}`);
  const now = filters.now !== undefined && TIMED.has(status) ? `(SELECT ${bind(filters.now, 'timestamptz')})` : NOW;
  const found = status === 'expired' && search === undefined && { found: { text: expiredOf(parts, now), values } };
  if (status && status !== 'deleted') parts.push(STATUS[status]?.(now) ?? 'false');
  const isLive = status !== 'deleted';
  const rest = [isLive ? 'l.deleted_at IS NULL' : 'l.deleted_at IS NOT NULL', ...parts].join(' AND ');
  const where = { text: `l.workspace_id = $1 AND ${rest}`, values };
  const whereKnown = { text: `l.workspace_id IS NOT DISTINCT FROM $1 AND ${rest}`, values };
  const counted = countedAs(filters, parts.length);
  const tagged = tags && isLive && parts.length === 1 && tags_mode === 'any' ? tags : [];
  const all = { where, whereKnown, counted, tagged };
  if (tags?.length && isLive) return { ...all, ...byTags(tags_mode === 'all' ? tags.slice(0, 1) : tags, whereKnown) };
  const from = () => ({ text: `(SELECT * FROM links l WHERE ${where.text}) l`, values });
  return { ...all, ...found, from, position: ['l.created_at', 'l.id'] };
};

/**
 * The links of each tag in the order of an index; of several tags these orders merged, and each link with the first of
 * its tags. The planner merges sorted selections alone, and with `OFFSET 0` looks up each link as it comes.
 */
const byTags = (tags: readonly string[], where: Sql): Pick<LinkConditions, 'from' | 'position'> => {
  const values = [...where.values];
  const bound = tags.map((tag, nth) => [values.push(tag), values.push(tags.slice(0, nth))]);
  const from = (order: 'asc' | 'desc') => {
    const each = bound.map(
      ([tag, former]) =>
        `(SELECT created_at, link_id, $${former}::text[] AS former FROM link_tags ` +
        `WHERE workspace_id = $1 AND tag = $${tag} ORDER BY created_at ${order}, link_id ${order})`,
    );
    const link = `SELECT * FROM links l WHERE l.id = t.link_id AND NOT l.tags && t.former AND ${where.text} OFFSET 0`;
    return { text: `(${each.join(' UNION ALL ')}) t CROSS JOIN LATERAL (${link}) l`, values };
  };
  return { from, position: ['t.created_at', 't.link_id'] };
};

const SELECTIVE: Readonly<Record<keyof Omit<LinkFilters, 'status' | 'tags_mode' | 'now'>, true>> = {
  tags: true,
  exclude_tags: true,
  domain: true,
  campaign_id: true,
  search: true,
  created_after: true,
  created_before: true,
};

/** Whether nearly all links of a workspace pass as a rule, so that an index of those that pass would not help. */
export const passNearlyAll = (filters: LinkFilters): boolean =>
  (filters.status ?? 'active') === 'active' &&
  Object.keys(SELECTIVE).every((filter) => filters[filter as keyof LinkFilters] === undefined);

const countedAs = ({ status, tags, campaign_id }: LinkFilters, parts: number): LinkConditions['counted'] => {
  if (status === 'deleted' || parts > 1) return null;
  if (parts === 0) return { kind: 'live', key: '' };
  const [tag, ...others] = tags ?? [];
  if (tag !== undefined && others.length === 0) return { kind: 'tag', key: tag };
  return campaign_id === undefined ? null : { kind: 'campaign', key: campaign_id };
};
