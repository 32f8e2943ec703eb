import type { AnalyticsClient } from './analytics-client';

const AT_ONCE = 1_000;
const TABLES = ['clicks', 'link_names'] as const;

/**
 * Has the engine delete the clicks of these workspaces, and their names of links, in the background. Their rollups go
 * with the next build. May be repeated.
 * @returns the workspaces that had clicks or names: clicks may have expired, or were deleted before the names could be
 */
export async function purgeClicks(
  client: Pick<AnalyticsClient, 'rows' | 'command'>,
  workspaceIds: readonly string[],
): Promise<readonly string[]> {
  const purged: string[] = [];
  for (let at = 0; at < workspaceIds.length; at += AT_ONCE) {
    const asked = workspaceIds.slice(at, at + AT_ONCE);
    const found = await client.rows<{ id: string }>(
      TABLES.map((table) => `SELECT workspace_id AS id FROM ${table} WHERE workspace_id IN {asked:Array(String)}`).join(
        ' UNION DISTINCT ',
      ),
      { asked },
    );
    const workspaces = found.map(({ id }) => id);
    if (workspaces.length === 0) continue;
    for (const table of TABLES) {
      await client.command(
        `ALTER TABLE ${table} DELETE WHERE workspace_id IN {workspaces:Array(String)} SETTINGS mutations_sync = 0`,
        { workspaces },
      );
    }
    purged.push(...workspaces);
  }
  return purged;
}
