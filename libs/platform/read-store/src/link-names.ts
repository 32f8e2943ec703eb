import type { ClientBase } from 'pg';

/** What identifies a link to people. */
export interface LinkName {
  readonly id: string;
  /** Host name. */
  readonly domain: string;
  readonly alias: string;
  /** Of the caller's own system; null without one. */
  readonly external_id: string | null;
}

/** The names of some links of a workspace, by id; one that is not known is missing. */
export const linkNames = async (
  client: Pick<ClientBase, 'query'>,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, LinkName>> => {
  const { rows } = await client.query<LinkName>(
    'select id, domain, alias, external_id from links where workspace_id = $1 and id = any($2::text[])',
    [workspaceId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
};
