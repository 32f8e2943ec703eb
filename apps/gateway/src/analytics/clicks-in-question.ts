import type { AnalyticsWindow } from '@contexts/clicks';
import type { AnalyticsClient } from '@platform/analytics-store';
import { type Filters, predicates } from './filters';

/** Which clicks a question is about. */
export interface Question {
  readonly client: AnalyticsClient;
  readonly workspaceId: string;
  /** What the route names: a link, a tag, a domain. */
  readonly scope?: Filters;
  /** What the caller filters by, besides. */
  readonly filters?: Filters;
  readonly window: AnalyticsWindow;
  readonly includeBots?: boolean;
  /** Clicks from before are not shown, whatever the window says; epoch milliseconds. */
  readonly notBefore?: number;
}

/** The end of a statement, from FROM to its conditions, and what is bound to it. */
export interface ClicksInQuestion {
  /** Of the window, bots among them. */
  readonly within: string;
  /** Of the window and of the one before. */
  readonly compared: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const between = (start: string, end: string) =>
  `(time >= fromUnixTimestamp64Milli({${start}:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({${end}:Int64}, 'UTC'))`;

export const IN_WINDOW = between('start', 'end');
const IN_PREVIOUS = between('previous_start', 'previous_end');

/** True for clicks that count: those of people, or all of them. */
export const COUNTED = '({include_bots:Bool} OR NOT is_bot)';

/** The one place that says which rows a statement may see: those of the workspace, as far back as it may look. */
export const clicksInQuestion = ({ workspaceId, scope = {}, filters = {}, window, includeBots = false, notBefore = 0 }: Question): ClicksInQuestion => {
  const [scoped, filtered] = [predicates(scope, 'scope'), predicates(filters, 'filter')];
  const rows = `FROM clicks
    WHERE workspace_id = {workspace:String} AND time >= fromUnixTimestamp64Milli({not_before:Int64}, 'UTC')
      AND ${scoped.sql} AND ${filtered.sql}`;
  return {
    within: `${rows} AND ${IN_WINDOW}`,
    compared: `${rows} AND (${IN_WINDOW} OR ${IN_PREVIOUS})`,
    params: {
      workspace: workspaceId, not_before: notBefore, include_bots: includeBots, ...scoped.params, ...filtered.params,
      start: window.start, end: window.end, previous_start: window.previous.start, previous_end: window.previous.end,
    },
  };
};
