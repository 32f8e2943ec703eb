import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { gramsOf } from './grams';
import { END_OF_LINK, NUMBERS, TEXTS, UNTIL } from './link-texts';

export interface BuildLinkTexts {
  /** Sees every workspace. */
  readonly pool: Pool;
  readonly signal: AbortSignal;
  /** From this many links on, a workspace has blocks: fewer are read at once. */
  readonly from?: number;
  /** Links that are put into blocks together, as soon as there are as many. */
  readonly step?: number;
}

const LINKS_OF_A_BLOCK = NUMBERS.length;
/** Changes that a search reads one by one, at most. */
const CHANGES = 256;

interface Text {
  readonly id: string;
  readonly texts: string;
}

interface Block {
  readonly block: string;
  readonly grams: string;
  readonly ids: readonly string[];
  readonly texts: string;
}

/** One process builds at a time, and the end of its session ends its turn. */
const TURN = "hashtextextended('waymark/link-texts/builder', 0)";

const LARGE = `
  SELECT workspace_id AS id FROM link_text_marks UNION
  SELECT w.id FROM workspaces w JOIN link_counts c ON c.workspace_id = w.id AND c.kind = 'live' AND c.key = ''
  WHERE c.links >= $1`;

const READING = `SELECT l.id, ${TEXTS} AS texts FROM links l WHERE l.workspace_id = $1`;

/** @param $2 the blocks, as JSON */
const ADDING = `INSERT INTO link_texts (workspace_id, block, grams, links, ids, texts)
  SELECT $1, block, decode(grams, 'base64'), cardinality(ids), ids, texts
  FROM json_to_recordset($2::json) AS b (block uuid, grams text, ids text[], texts text)`;

/**
 * Puts the texts of large workspaces into blocks, as far as they are not. It may end at any point: what a block has,
 * the statement says that adds it. @returns the number of texts, 0 also if another process is at it
 */
export const buildLinkTexts = async ({
  pool,
  signal,
  from = 20_000,
  step = 1_024,
}: BuildLinkTexts): Promise<number> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { rows: turn } = await client.query<{ mine: boolean }>(`SELECT pg_try_advisory_lock(${TURN}) AS mine`);
    if (!turn[0]?.mine) return 0;
    let built = 0;
    const { rows } = await client.query<{ id: string }>(LARGE, [from]);
    for (const { id } of rows)
      for (const work of [addCreated, addChanged])
        for (let last = 1; last > 0 && !signal.aborted; built += last) last = await work(client, id, step);
    await client.query(`SELECT pg_advisory_unlock(${TURN})`);
    return built;
  } catch (error) {
    broken = error instanceof Error ? error : new Error('the texts of links could not be built');
    throw error;
  } finally {
    // A session that failed may have the turn still.
    client.release(broken);
  }
};

/**
 * The next links in the order of creation. Announced first: who has written a link of them and has not committed is
 * waited for, and what is written from then on is a change.
 */
const addCreated = async (client: PoolClient, workspace: string, step: number): Promise<number> => {
  const { rows: next } = await client.query<{ until: string | null; links: number }>(
    `SELECT max(created_at) AS until, count(*)::int AS links FROM (
       SELECT created_at FROM links WHERE workspace_id = $1 AND created_at > coalesce(${UNTIL}, '-infinity')
       ORDER BY created_at LIMIT $2
     ) next`,
    [workspace, step],
  );
  const [{ until = null, links = 0 } = {}] = next;
  if (links < step) return 0;
  await client.query('SELECT announce_link_texts($1, $2)', [workspace, until]);
  const { rows } = await client.query<Text>(
    `${READING} AND l.created_at > ${UNTIL} AND l.created_at <= $2 ORDER BY l.created_at, l.id`,
    [workspace, until],
  );
  await client.query(`WITH added AS (${ADDING}) UPDATE link_text_marks SET until = announced WHERE workspace_id = $1`, [
    workspace,
    JSON.stringify(blocksOf(rows)),
  ]);
  return rows.length;
};

/** What was changed since. A change that is changed again meanwhile has another number, and is left for the next time. */
const addChanged = async (client: PoolClient, workspace: string, step: number): Promise<number> => {
  const { rows: changes } = await client.query<{ link_id: string; change: string }>(
    `SELECT c.link_id, c.change FROM link_text_changes c LEFT JOIN links l ON l.id = c.link_id
     WHERE c.workspace_id = $1 AND c.block IS NULL AND (l.created_at > ${UNTIL}) IS NOT TRUE LIMIT $2`,
    [workspace, step],
  );
  if (changes.length < Math.min(step, CHANGES)) return 0;
  const { rows } = await client.query<Text>(`${READING} AND l.id = ANY($2::text[])`, [
    workspace,
    changes.map(({ link_id }) => link_id),
  ]);
  const blocks = blocksOf(rows);
  const blockOf = new Map(blocks.flatMap(({ block, ids }) => ids.map((id) => [id, block] as const)));
  await client.query(
    `WITH added AS (${ADDING})
     UPDATE link_text_changes c SET block = coalesce(d.block, $3)
     FROM json_to_recordset($4::json) AS d (link_id text, change bigint, block uuid)
     WHERE (c.workspace_id, c.link_id, c.change) = ($1, d.link_id, d.change)`,
    [
      workspace,
      JSON.stringify(blocks),
      randomUUID(),
      JSON.stringify(changes.map((one) => ({ ...one, block: blockOf.get(one.link_id) ?? null }))),
    ],
  );
  await client.query(
    `SELECT forget_link_texts($1) WHERE (SELECT sum(links) FROM link_texts WHERE workspace_id = $1) >
       2 * (SELECT sum(links) FROM link_counts WHERE workspace_id = $1 AND kind = 'hour')`,
    [workspace],
  );
  return changes.length;
};

const blocksOf = (texts: readonly Text[]): readonly Block[] =>
  Array.from({ length: Math.ceil(texts.length / LINKS_OF_A_BLOCK) }, (_, nth) => {
    const own = texts.slice(nth * LINKS_OF_A_BLOCK, (nth + 1) * LINKS_OF_A_BLOCK);
    const joined = own.map((one, place) => `${one.texts}${END_OF_LINK}${NUMBERS.charAt(place)}`).join('');
    return {
      block: randomUUID(),
      grams: gramsOf(joined).toString('base64'),
      ids: own.map(({ id }) => id),
      texts: joined,
    };
  });
