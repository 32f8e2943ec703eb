import type { Queries } from '@platform/postgres';
import { ARE_FOLDED } from './fold-anew';

/** How far a webhook has got in a source of clicks. */
export interface ClickCursor {
  /** Number of the last click that is covered; 0 before the first. */
  readonly seq: number;
  /** The latest time of those that are covered, milliseconds since 1970. */
  readonly at: number;
}

/** A move of one cursor. */
export interface ClickAdvance {
  readonly source: string;
  /** Where the caller knows the cursor to be; 0 where there is none. */
  readonly from: number;
  readonly to: ClickCursor;
}

/** Another process has moved the cursor. What the caller knows is outdated, and nothing of it may be written. */
export class CursorMoved extends Error {
  override readonly name = 'CursorMoved';
}

/** The cursors of some webhooks, by webhook and source. */
export const readClickCursors = async (
  client: Queries,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, ClickCursor>>> => {
  const { rows } = await client.query<{ webhook_id: string; source: string; seq: string; at: string }>(
    'select webhook_id, source, seq, at from webhook_click_cursors where webhook_id = any($1::text[])',
    [webhookIds],
  );
  const cursors = new Map(webhookIds.map((id) => [id, new Map<string, ClickCursor>()]));
  for (const { webhook_id, source, seq, at } of rows)
    cursors.get(webhook_id)?.set(source, { seq: Number(seq), at: Date.parse(at) });
  return cursors;
};

const ADVANCE = `
  with moves as (
    select * from unnest($3::text[], $4::bigint[], $5::bigint[], $6::float8[]) as m (source, known, seq, at)
  ), moved as (
    insert into webhook_click_cursors as c (webhook_id, workspace_id, source, seq, at)
    select $1, $2, source, seq, to_timestamp(at / 1000) from moves order by source
    on conflict (webhook_id, source) do update set seq = excluded.seq, at = greatest(c.at, excluded.at)
      where c.seq = (select known from moves m where m.source = excluded.source)
    returning (xmax = 0) as made, source
  )
  select count(*)::int as moved from moved join moves using (source) where not made or known = 0`;

/**
 * Moves cursors of a webhook, in the transaction of what they cover.
 * @throws CursorMoved where one of them is elsewhere: the transaction must be rolled back
 */
export const advanceClickCursors = async (
  client: Queries,
  { webhookId, workspaceId }: { readonly webhookId: string; readonly workspaceId: string },
  moves: readonly ClickAdvance[],
): Promise<void> => {
  if (moves.length === 0) return;
  const { rows } = await client.query<{ moved: number }>({
    name: 'advance click cursors',
    text: ADVANCE,
    values: [
      webhookId,
      workspaceId,
      moves.map(({ source }) => source),
      moves.map(({ from }) => from),
      moves.map(({ to }) => to.seq),
      moves.map(({ to }) => to.at),
    ],
  });
  if (rows[0]?.moved !== moves.length) throw new CursorMoved(`another process has moved the cursors of ${webhookId}`);
};

/**
 * Forgets cursors that nobody needs: those of deleted webhooks, and those of sources whose clicks have all been read and
 * are too old to be looked for again. While webhooks are folded anew, those that are not folded yet look as if they were
 * deleted.
 * @param before by webhook: clicks before then, milliseconds since 1970, are not looked for
 */
export const forgetClickCursors = async (client: Queries, before: ReadonlyMap<string, number>): Promise<void> => {
  await client.query(
    `delete from webhook_click_cursors c using unnest($1::text[], $2::float8[]) as b (webhook_id, before)
     where c.webhook_id = b.webhook_id and c.at < to_timestamp(b.before / 1000)`,
    [[...before.keys()], [...before.values()]],
  );
  await client.query(
    `delete from webhook_click_cursors c
     where ${ARE_FOLDED} and not exists (select from webhook_subscriptions s where s.id = c.webhook_id)`,
  );
};
