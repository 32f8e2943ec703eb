import type { Analytics, AnalyticsGroup, HistoryEntry } from '../api/models.js';
import type { Resources } from '../api/client.js';
import type { RequestOptions } from '../core/types.js';
import type { Arguments } from './call.js';

const OF = ['workspace', 'link', 'campaign', 'tag', 'domain'] as const;
type Of = (typeof OF)[number];

/** Groups that are asked for; groups and changed links that are answered. */
const GROUPS = 100;
const TOP = 5;
const LINKS = 3;
/** Of a link's history: entries of a page, and pages that are read. */
const [ENTRIES, PAGES] = [100, 5];

/** Two windows side by side: what an assistant needs to explain a rise or a drop, in one bounded answer. */
export const clicksCompare = {
  name: 'clicks_compare',
  title: 'Compare clicks with the window before',
  description:
    'Why clicks rose or fell: totals of a window and of the one before it, the groups (links, countries, referrers, ' +
    'devices …) whose clicks changed most, and the last changes that were made to the links which lost most. Where ' +
    '`cut` is true, a link may have earlier changes in these windows: its history has them.',
  inputSchema: {
    type: 'object',
    properties: {
      of: { type: 'string', enum: OF, description: 'Whose clicks. Absent: those of the workspace.' },
      id: { type: 'string', description: 'Id of the link, campaign or domain; the name of the tag.' },
      range: { type: 'string', description: 'As 24h, 7d, 30d, yesterday, last_week, last_month, custom. Absent: 7d.' },
      start: { type: 'string', description: 'Start of the window, inclusive. Only with range=custom.' },
      end: { type: 'string', description: 'End of the window, exclusive. Only with range=custom.' },
      timezone: { type: 'string', description: 'IANA name of the time zone of days. Absent: UTC.' },
    },
    additionalProperties: false,
  },
  scope: 'read',
  annotations: { readOnlyHint: true, openWorldHint: false },
} as const;

export const compareClicks = async (waymark: Resources, args: Arguments, options: RequestOptions): Promise<object> => {
  const given = args as { of?: Of; id?: string; range?: string; start?: string; end?: string; timezone?: string };
  const { of = 'workspace', id, range = '7d', start, end, timezone } = given;
  const ask = (window: { range: string; start?: string | undefined; end?: string | undefined }) =>
    analyticsOf(waymark, of, id, { ...window, timezone, limit: GROUPS, group_by: groupsOf(of) }, options);
  const now = await ask({ range, start, end });
  const before = await ask({ range: 'custom', start: now.previous.start, end: now.previous.end });
  const lost = of === 'link' ? [{ key: id ?? '', before: 0, now: 0 }] : losersOf(now, before);
  const changes = await Promise.all(
    lost.map(async ({ key }) => ({
      link_id: key,
      ...(await changesOf(waymark, key ?? '', { start: now.previous.start, end: now.end }, options)),
    })),
  );
  return {
    window: { start: now.start, end: now.end, timezone: now.timezone },
    window_before: { start: before.start, end: before.end },
    totals: now.totals,
    totals_before: before.totals,
    groups: differences(now, before),
    changes,
    as_of: now.as_of,
  };
};

type Query = Parameters<Resources['analytics']['workspace']>[0];

const analyticsOf = (
  { analytics }: Resources,
  of: Of,
  id: string | undefined,
  query: Query,
  options: RequestOptions,
): Promise<Analytics> => {
  if (of === 'workspace') return analytics.workspace(query, options);
  if (id === undefined) throw new Error(`id is missing: of which ${of}?`);
  return analytics[of](id, query, options);
};

const groupsOf = (of: Of): string[] =>
  of === 'link' ? ['destination', 'variant', 'language'] : ['link', 'campaign', 'domain', 'tag'];

interface Difference {
  readonly key: string | null;
  readonly before: number;
  readonly now: number;
  readonly short_url?: string | null;
}

/** By dimension: the groups whose clicks changed most. */
const differences = (now: Analytics, before: Analytics): Readonly<Record<string, readonly Difference[]>> =>
  Object.fromEntries(
    Object.entries(now)
      .filter((entry): entry is [keyof Analytics, AnalyticsGroup[]] => isGroups(entry[1]))
      .map(([name, groups]) => [name, differencesOf(groups, (before[name] ?? []) as AnalyticsGroup[]).slice(0, TOP)]),
  );

const isGroups = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && 'key' in one);

/** Of a list that was cut at its end a group that is missing may be anything, and is left out. */
const differencesOf = (now: readonly AnalyticsGroup[], before: readonly AnalyticsGroup[]): Difference[] => {
  const nameOf = ({ key, country = '', region = '' }: AnalyticsGroup) => JSON.stringify([key, country, region]);
  const at = (groups: readonly AnalyticsGroup[]) => new Map(groups.map((one) => [nameOf(one), one]));
  const [later, earlier] = [at(now), at(before)];
  return [...new Map([...earlier, ...later])]
    .filter(([name]) => (later.has(name) || now.length < GROUPS) && (earlier.has(name) || before.length < GROUPS))
    .map(([name, { key, ...more }]) => ({
      key,
      ...('short_url' in more ? { short_url: more.short_url ?? null } : {}),
      before: earlier.get(name)?.clicks ?? 0,
      now: later.get(name)?.clicks ?? 0,
    }))
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before));
};

const losersOf = (now: Analytics, before: Analytics): readonly Difference[] =>
  differencesOf(now.links ?? [], before.links ?? [])
    .filter((one) => one.key !== null && one.now < one.before)
    .slice(0, LINKS);

interface Changes {
  readonly entries: readonly HistoryEntry[];
  /** Whether there may be earlier ones within the window. */
  readonly cut: boolean;
}

/**
 * The last changes of a link within a window, the oldest first. Histories begin with what is oldest, so they are read
 * from their last page backwards.
 */
const changesOf = async (
  { links }: Resources,
  id: string,
  { start, end }: { readonly start: string; readonly end: string },
  options: RequestOptions,
): Promise<Changes> => {
  const read = (page: number) => links.history(id, { limit: ENTRIES, page }, options).firstPage();
  const first = await read(1);
  const last = Math.max(1, Math.ceil((first.meta.total ?? 0) / ENTRIES));
  let found: readonly HistoryEntry[] = [];
  for (let page = last; ; page -= 1) {
    const { data } = page === 1 ? first : await read(page);
    found = [...data.filter(({ at }) => at >= start && at < end), ...found];
    const isAll = page === 1 || (data[0] !== undefined && data[0].at < start);
    if (isAll || found.length >= TOP || page === last - PAGES + 1)
      return { entries: found.slice(-TOP), cut: !isAll || found.length > TOP };
  }
};
