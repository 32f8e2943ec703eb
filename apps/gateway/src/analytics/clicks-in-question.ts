import { utcDayOf } from '@kernel';
import type { AnalyticsWindow } from '@contexts/clicks';
import type { AnalyticsReader } from '@platform/analytics-store';
import { type Condition, type Filters, predicates } from './filters';

/** Which clicks a question is about. */
export interface Question {
  readonly client: AnalyticsReader;
  readonly workspaceId: string;
  /** What the route names: a link, a tag, a domain. */
  readonly scope?: Filters;
  /** The filters of the caller, in addition. */
  readonly filters?: Filters;
  readonly window: AnalyticsWindow;
  readonly includeBots?: boolean;
  /** Earlier clicks are never returned, whatever the window; epoch milliseconds. */
  readonly notBefore?: number;
}

/** The end of a statement, from FROM to its conditions, and what is bound to it. */
export interface ClicksInQuestion {
  /** Of the window, bots included. */
  readonly within: string;
  /** Of the window and of the one before. */
  readonly compared: string;
  /**
   * Of all UTC days that either window touches, as whole days: statements may group by day only. Of what is asked, it
   * regards the domain alone.
   */
  readonly ofDays: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const between = (start: string, end: string) =>
  `(time >= fromUnixTimestamp64Milli({${start}:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({${end}:Int64}, ` +
  `'UTC'))`;

/** A day beyond these 16 bits, or before 1970, would be another one to ClickHouse. No click is of such a day. */
const LAST_DAY = Date.UTC(2149, 5, 6);

export const IN_WINDOW = between('start', 'end');
const IN_PREVIOUS = between('previous_start', 'previous_end');

/** True for clicks that count: those of people, or with bots included all of them. */
export const COUNTED = '({include_bots:Bool} OR NOT is_bot)';

/** The only place that says which rows a statement may see: those of the workspace, as far back as its plan allows. */
export const clicksInQuestion = ({
  workspaceId,
  scope = {},
  filters = {},
  window,
  includeBots = false,
  notBefore = 0,
}: Question): ClicksInQuestion => {
  const [scoped, filtered] = [predicates(scope, 'scope'), predicates(filters, 'filter')];
  const asked = 'FROM clicks WHERE workspace_id = {workspace:String}';
  const ofDomain = [predicates({ domain: scope.domain }, 'scope'), predicates({ domain: filters.domain }, 'filter')];
  const rows = `${asked} AND ${scoped.sql} AND ${filtered.sql} AND time >= fromUnixTimestamp64Milli({not_before:Int64}, 'UTC')`;
  return {
    within: `${rows} AND ${IN_WINDOW}`,
    compared: `${rows} AND (${IN_WINDOW} OR ${IN_PREVIOUS})`,
    ofDays:
      `${asked} AND ${ofDomain.map(({ sql }) => sql).join(' AND ')} AND toDate(time) >= toDate(fromUnixTimestamp64Milli({first_day:Int64}, 'UTC')) AND ` +
      `toDate(time) <= toDate(fromUnixTimestamp64Milli({last_day:Int64}, 'UTC'))`,
    params: {
      workspace: workspaceId,
      not_before: notBefore,
      include_bots: includeBots,
      ...scoped.params,
      ...filtered.params,
      start: window.start,
      end: window.end,
      previous_start: window.previous.start,
      previous_end: window.previous.end,
      first_day: Math.max(window.previous.start, 0),
      last_day: Math.min(window.end, LAST_DAY),
    },
  };
};

export const EVERY: Condition = { sql: 'true', params: {} };

/**
 * Holds for clicks of some UTC days.
 * @param days `YYYY-MM-DD`, ascending @param name unique within the statement
 */
export const onDays = (days: readonly string[], name: string): Condition => {
  const spans = daySpansOf(days);
  const one = (index: number) =>
    `(time >= toDateTime64({${name}_from_${index}:String}, 3, 'UTC') AND time < ` +
    `toDateTime64({${name}_to_${index}:String}, 3, 'UTC'))`;
  const bounds = spans.flatMap(
    ({ from, to }, index) =>
      [
        [`${name}_from_${index}`, from],
        [`${name}_to_${index}`, to],
      ] as const,
  );
  return {
    sql: spans.length === 0 ? 'false' : `(${spans.map((_, index) => one(index)).join(' OR ')})`,
    params: Object.fromEntries(bounds),
  };
};

/** Merges consecutive days into spans. */
export const daySpansOf = (days: readonly string[]): readonly { readonly from: string; readonly to: string }[] => {
  const spans: { from: string; to: string }[] = [];
  for (const from of days) {
    const last = spans.at(-1);
    if (last?.to === from) last.to = dayAfter(from);
    else spans.push({ from, to: dayAfter(from) });
  }
  return spans;
};

const dayAfter = (day: string): string => utcDayOf(Date.parse(day) + 86_400_000);
