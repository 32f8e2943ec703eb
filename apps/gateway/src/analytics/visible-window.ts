import {
  type AnalyticsWindow,
  type ClickRetention,
  resolveWindow,
  retentionStart,
  type WindowQuery,
} from '@contexts/clicks';
import type { AnalyticsReader } from '@platform/analytics-store';
import type { Caller } from '../caller';
import { type LinkQueries } from '../links/link.queries';
import { type Filters, predicates } from './filters';

export interface VisibleWindow {
  readonly window: AnalyticsWindow;
  /** Earlier clicks are never returned, removed or not; epoch milliseconds. */
  readonly notBefore: number;
}

interface Past {
  readonly workspaceId: string;
  readonly scope: Filters;
  readonly notBefore: number;
  readonly began: string | undefined;
}

/** What a caller may see: the window asked for, and how far back the plan of the workspace reaches. */
export class VisibleWindows {
  constructor(
    private readonly links: LinkQueries,
    private readonly retention: ClickRetention,
  ) {}

  /**
   * @param client used only if the window begins with the first click
   * @param scope what the route names
   * @param began when the scope began, RFC 3339; by default, when the workspace did
   */
  async of(
    client: AnalyticsReader,
    query: WindowQuery,
    { subject: { workspaceId, plan }, now }: Caller,
    scope: Filters = {},
    began?: string,
  ): Promise<VisibleWindow> {
    const nowMs = Date.parse(now);
    const notBefore = retentionStart(this.retention, plan, nowMs) ?? 0;
    const { range, timezone, start, end, interval } = query;
    const wanted = {
      ...(range && { range }),
      ...(timezone && { timezone }),
      ...(start !== undefined && { start }),
      ...(end !== undefined && { end }),
      ...(interval && { interval }),
    };
    const earliest =
      query.range === 'all' ? await this.beginning(client, { workspaceId, scope, notBefore, began }) : nowMs;
    return { window: resolveWindow(wanted, { now: nowMs, earliest }), notBefore };
  }

  /** Clicks may be older than their link: those that were imported. */
  private async beginning(client: AnalyticsReader, { workspaceId, scope, notBefore, began }: Past): Promise<number> {
    const made = Date.parse(began ?? (await this.links.workspaceCreatedAt(workspaceId)));
    const condition = predicates(scope, 'scope');
    const [first] = await client.rows<{ at: string }>(
      `SELECT toUnixTimestamp64Milli(min(time)) AS at FROM clicks
       WHERE workspace_id = {workspace:String} AND time >= fromUnixTimestamp64Milli({not_before:Int64}, 'UTC')
         AND ${condition.sql} HAVING count() > 0`,
      { workspace: workspaceId, not_before: notBefore, ...condition.params },
    );
    return Math.min(made, Number(first?.at ?? made));
  }
}
