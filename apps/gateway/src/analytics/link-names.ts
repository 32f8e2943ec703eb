import type { AnalyticsClient, AnalyticsReader } from '@platform/analytics-store';
import type { TimeSpan } from '@contexts/clicks';
import type { LinkQueries } from '../links/link.queries';
import { type ClickSelection, selectedWithin } from './click-selection';

/** Links whose names are copied at a time. */
const PORTION = 5_000;

/** The names of a workspace's links, to be joined to its clicks; the condition's parameters name the workspace. */
export const LINK_NAMES =
  'SELECT link_id AS named_link, domain, alias FROM link_names WHERE workspace_id = {workspace:String}';

const missingSql = (condition: string) => `
  SELECT DISTINCT link_id FROM clicks
  WHERE ${condition} AND link_id > {after:String} AND link_id NOT IN (SELECT named_link FROM (${LINK_NAMES}))
  ORDER BY link_id LIMIT ${PORTION}`;

/** Copies names of links from Postgres to ClickHouse, where an export of millions of clicks joins them. */
export class LinkNames {
  constructor(
    private readonly client: AnalyticsClient,
    private readonly links: LinkQueries,
  ) {}

  /** Makes sure that the links of the selected clicks have their names there. Throws StoreUnavailable. */
  async complete(reader: AnalyticsReader, selection: ClickSelection & { readonly window: TimeSpan }): Promise<void> {
    const { workspaceId, window } = selection;
    const { sql, params } = selectedWithin(selection, window);
    for (let missing = ['']; missing.length > 0;) {
      const rows = await reader.rows<{ link_id: string }>(missingSql(sql), { ...params, after: missing.at(-1) });
      missing = rows.map(({ link_id }) => link_id);
      const names = await this.links.names(workspaceId, missing);
      const found = [...names].map(([id, { domain, alias }]) => [workspaceId, id, domain, alias]);
      if (found.length > 0) await this.client.insert('link_names (workspace_id, link_id, domain, alias)', found);
    }
  }
}
