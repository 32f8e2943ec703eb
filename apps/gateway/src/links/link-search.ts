import { linksWithTerm } from '@platform/read-store';
import type { ClientBase } from 'pg';
import { type LinkConditions, conditionsOf, hostOf, type LinkFilters, type Sql } from './link-filters';

/**
 * The conditions of a list, and where to begin. A search in a large workspace begins at the blocks of texts: if at most
 * `most` links have the term, these are looked up by their ids. A term that more links have is soon found in the links
 * themselves.
 */
export const searching = async (
  client: Pick<ClientBase, 'query'>,
  workspaceId: string,
  filters: LinkFilters,
  most: number,
): Promise<LinkConditions> => {
  const domainIds = filters.domain === undefined ? [] : await domainsOf(client, workspaceId, filters.domain);
  const conditions = conditionsOf(workspaceId, filters, domainIds);
  const { search, ...others } = filters;
  const found = search === undefined ? null : await linksWithTerm(client, workspaceId, search);
  if (!found) return conditions;
  const without = conditionsOf(workspaceId, others, domainIds);
  const { whereKnown } = found.exact ? without : conditions;
  const first = async ({ text, values }: Sql, limit: number) => {
    const { rows } = await client.query<{ links: number; ids: readonly string[] | null }>(
      `SELECT count(*)::int AS links, CASE WHEN count(*) <= ${limit} THEN array_agg(id) END AS ids
       FROM (SELECT id FROM (${text}) found LIMIT ${limit + 1}) few`,
      [...values],
    );
    return rows[0] ?? { links: 0, ids: null };
  };
  // With other filters, few links may pass of the many that have the term.
  if (without.counted?.kind !== 'live') {
    const { links, ids } = await first(found, most);
    return { ...conditions, ...(links <= most && among(whereKnown, ids ?? [])) };
  }
  // Without other filters all pass but those that are deleted, and to know that is cheaper than to look each up.
  const deleted = found.exact ? await deletedUpTo(client, workspaceId, most) : Infinity;
  if (deleted <= most) {
    const { links, ids } = await first(found, most + deleted);
    if (!ids && links > 0) return { ...conditions, known: most + 1 };
    return { ...conditions, ...among(whereKnown, ids ?? []), ...(deleted === 0 && { known: links }) };
  }
  const { links, ids } = await first(passing(whereKnown, found), most);
  return { ...conditions, known: links, ...(links <= most && among(whereKnown, ids ?? [])) };
};

/** The custom domains of a host, those that were removed included. */
const domainsOf = async (client: Pick<ClientBase, 'query'>, workspaceId: string, domain: string) => {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM domains WHERE workspace_id = $1 AND hostname = $2 LIMIT 1000',
    [workspaceId, hostOf(domain)],
  );
  return rows.map(({ id }) => id);
};

/** How many links are deleted, at most one more than `most`. */
const deletedUpTo = async (client: Pick<ClientBase, 'query'>, workspaceId: string, most: number): Promise<number> => {
  const { rows } = await client.query<{ links: number }>(
    `SELECT count(*)::int AS links FROM (
       SELECT FROM links WHERE workspace_id = $1 AND deleted_at IS NOT NULL LIMIT ${most + 1}
     ) deleted`,
    [workspaceId],
  );
  return rows[0]?.links ?? 0;
};

/** Those found that pass, each looked up as it is found. The values of both begin with the workspace. */
const passing = (where: Sql, found: Sql): Sql => {
  const shift = where.values.length - 1;
  const text = found.text.replace(/\$(\d+)/g, (same, nth: string) => (nth === '1' ? same : `$${Number(nth) + shift}`));
  return {
    text: `SELECT t.id FROM (${text}) t
      CROSS JOIN LATERAL (SELECT FROM links l WHERE l.id = t.id AND ${where.text} OFFSET 0) l`,
    values: [...where.values, ...found.values.slice(1)],
  };
};

const among = ({ text, values }: Sql, ids: readonly string[]): Pick<LinkConditions, 'from' | 'position'> => {
  const from = `(SELECT * FROM links l WHERE ${text} AND l.id = ANY($${values.length + 1}::text[])) l`;
  return { from: () => ({ text: from, values: [...values, ids] }), position: ['l.created_at', 'l.id'] };
};
