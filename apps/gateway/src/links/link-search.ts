import { linksWithTerm } from '@platform/read-store';
import type { ClientBase } from 'pg';
import { type LinkConditions, conditionsOf, type LinkFilters, type Sql } from './link-filters';

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
  const conditions = conditionsOf(workspaceId, filters);
  const { search, ...others } = filters;
  const found = search === undefined ? null : await linksWithTerm(client, workspaceId, search);
  if (!found) return conditions;
  const { whereKnown } = found.exact ? conditionsOf(workspaceId, others) : conditions;
  // With other filters, few links may pass of the many that have the term.
  const { tags_mode: _mode, ...narrowing } = others;
  const isAlone = Object.values(narrowing).every((other) => other === undefined);
  const { text, values } = isAlone ? passing(whereKnown, found) : found;
  const { rows } = await client.query<{ links: number; ids: readonly string[] | null }>(
    `SELECT count(*)::int AS links, CASE WHEN count(*) <= ${most} THEN array_agg(id) END AS ids
     FROM (SELECT id FROM (${text}) found LIMIT ${most + 1}) few`,
    [...values],
  );
  const [{ links = 0, ids = null } = {}] = rows;
  return {
    ...conditions,
    ...(isAlone && { known: links }),
    ...(links <= most && among(whereKnown, ids ?? [])),
  };
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
