import type { ClientBase } from 'pg';
import { gramsOfTerm, MOST } from './grams';

/** What a search looks through. */
export const SEARCHED = ['alias', 'title', 'destination_url', 'external_id'] as const;

/** Ends the texts of a link in a block. Its number follows, a capital letter: folded texts have none. */
export const END_OF_LINK = '\x1e';
export const NUMBERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯÀÁÂÃÄÅ';

/** Between two texts of a link. */
const BETWEEN_TEXTS = '\x1f';

/**
 * The collation of a database may know the case of ASCII only; this one knows Unicode's on every server since Postgres
 * 17.
 */
export const folded = (text: string): string => `lower(${text} COLLATE "pg_c_utf8")`;

/**
 * How the small forms of sigma are made one in a text and in a term: a capital one has both, `ς` at the end of a word. Stored
 * blocks have them as they were written, and other terms need not pay for it.
 */
export const sigmasAlike =
  (term: string) =>
  (text: string): string =>
    /[Σσς]/.test(term) ? `translate(${text}, 'ς', 'σ')` : text;

/** As {@link folded}, without the characters that separate. */
const foldedApart = (text: string): string => `translate(${folded(text)}, E'\\x1e\\x1f', '  ')`;

/** The texts of `links l` as blocks have them. */
export const TEXTS = `concat_ws(E'\\x1f', ${SEARCHED.map((column) => foldedApart(`l.${column}`)).join(', ')})`;

/** Texts of links that were made after it are in no block. */
export const UNTIL = '(SELECT until FROM link_text_marks WHERE workspace_id = $1)';

/** SQL with the values of its parameters; $1 is the workspace. */
interface Found {
  readonly text: string;
  readonly values: readonly unknown[];
  /** All that are found have the term. */
  readonly exact: boolean;
}

/**
 * The ids of a workspace's links that have a term, whatever the case, each once; and if the term has a character that
 * separates, some that do not have it. Of the pieces between a term's places, the first of a block is before all of
 * them, and a piece with an end of a link begins in that link. Those whose texts are in no block are read themselves.
 * @returns null if the texts of the workspace are in no block at all
 */
export const linksWithTerm = async (
  client: Pick<ClientBase, 'query'>,
  workspaceId: string,
  search: string,
): Promise<Found | null> => {
  const alike = sigmasAlike(search);
  const { rows } = await client.query<{ term: string; ready: boolean }>(
    `SELECT ${alike(foldedApart('$2::text'))} AS term, EXISTS (
       SELECT FROM link_text_marks WHERE workspace_id = $1 AND until > '-infinity'
     ) AS ready`,
    [workspaceId, search],
  );
  const [found] = rows;
  if (!found?.ready) return null;
  const filter = filtersOf(found.term).map((condition) => `AND ${condition}`);
  const text = `
    SELECT x.id FROM (
      SELECT b.block, b.ids[strpos($3, substr(p.piece, strpos(p.piece, $4) + 1, 1))] AS id
      FROM link_texts b CROSS JOIN LATERAL string_to_table(${alike('b.texts')}, $2) WITH ORDINALITY AS p (piece, nth)
      WHERE b.workspace_id = $1 ${filter.join(' ')} AND p.nth > 1 AND strpos(p.piece, $4) > 0
    ) x
    WHERE NOT EXISTS (
      SELECT FROM link_text_changes c
      WHERE c.workspace_id = $1 AND c.link_id = x.id AND c.block IS DISTINCT FROM x.block
    )
    UNION ALL SELECT l.id FROM link_text_changes c JOIN links l ON l.id = c.link_id
      WHERE c.workspace_id = $1 AND c.block IS NULL AND l.created_at <= ${UNTIL} AND strpos(${alike(TEXTS)}, $2) > 0
    UNION ALL SELECT l.id FROM links l
      WHERE l.workspace_id = $1 AND l.created_at > ${UNTIL} AND strpos(${alike(TEXTS)}, $2) > 0`;
  const exact = !search.includes(END_OF_LINK) && !search.includes(BETWEEN_TEXTS);
  return { text, values: [workspaceId, found.term, NUMBERS, END_OF_LINK], exact };
};

/**
 * Conditions on the filter of a block that may have a term; of one with sigmas, that it has its other parts and a form of
 * sigma.
 */
const filtersOf = (term: string): readonly string[] => {
  const has = (part: string) => gramsOfTerm(part).map((bit) => `get_bit(b.grams, ${bit}) = 1`);
  if (!term.includes('σ')) return has(term);
  const sigma = ['σ', 'ς'].map((form) => has(form).join(' AND ')).join(' OR ');
  return [`(${sigma})`, ...new Set(term.split('σ').flatMap(has))].slice(0, MOST);
};
