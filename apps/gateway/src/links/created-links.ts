/** All links of a workspace, or those of one of these: a link, a tag, a campaign by its id, a domain by its id. */
export interface LinkScope {
  readonly link?: string;
  readonly tag?: string;
  readonly campaign?: string;
  readonly domain?: string;
}

/** [start, end) in milliseconds since 1970. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;

/** The hours that begin in an interval; the last one may end after it. */
const hoursOf = ({ start, end }: TimeRange): TimeRange => ({
  start: Math.ceil(start / HOUR_MS) * HOUR_MS,
  end: Math.ceil(end / HOUR_MS) * HOUR_MS,
});

/** As the key in `link_counts`. */
const hourKey = (instant: number): string => new Date(instant).toISOString().slice(0, 13);

const between = (start: string, end: string): string =>
  `(SELECT count(*) FROM links l WHERE l.workspace_id = $1 AND l.created_at >= to_timestamp(${start} / 1000)
    AND l.created_at < to_timestamp(${end} / 1000))`;

const boundsOf = (intervals: readonly TimeRange[]) => [
  intervals.map(({ start }) => start),
  intervals.map(({ end }) => end),
];

/**
 * How many links of a workspace were made in each interval. Hours are counted already. What precedes the first is added,
 * and what follows the interval in its last hour is taken off: nothing, where the interval ends now.
 */
const createdByHours = (workspaceId: string, intervals: readonly TimeRange[]) => {
  const hours = intervals.map(hoursOf);
  const text = `
    SELECT (${between('s.start', 's.first')} - ${between('s."end"', 's.last')} + (
      SELECT coalesce(sum(h.links), 0) FROM link_counts h
      WHERE h.workspace_id = $1 AND h.kind = 'hour' AND h.key >= s.first_key AND h.key < s.last_key
    ))::float8 AS created
    FROM unnest($2::float8[], $3::float8[], $4::float8[], $5::float8[], $6::text[], $7::text[])
      WITH ORDINALITY AS s (start, first, last, "end", first_key, last_key, nth)
    ORDER BY s.nth`;
  const values = [
    workspaceId,
    intervals.map(({ start }) => start),
    hours.map(({ start }) => start),
    hours.map(({ end }) => end),
    intervals.map(({ end }) => end),
    hours.map(({ start }) => hourKey(start)),
    hours.map(({ end }) => hourKey(end)),
  ];
  return { text, values };
};

/**
 * How many links of a tag were made in each interval. Those that are not deleted are counted by the index of tags: the
 * ones within, or, if most of the workspace's links were made within, all of the tag less the ones before and after.
 */
const createdWithTag = (workspaceId: string, intervals: readonly TimeRange[], tag: string) => {
  const hours = intervals.map(hoursOf);
  const start = 'to_timestamp(s.start / 1000)';
  const end = 'to_timestamp(s."end" / 1000)';
  const tagged = (made: string) =>
    `(SELECT count(*) FROM link_tags t WHERE t.workspace_id = $1 AND t.tag = $6 AND ${made})`;
  const counted = (what: string) =>
    `(SELECT coalesce(sum(c.links), 0) FROM link_counts c WHERE c.workspace_id = $1 AND ${what})`;
  const most = `2 * ${counted("c.kind = 'hour' AND c.key >= s.first_key AND c.key < s.last_key")}
      > ${counted("c.kind = 'hour'")}`;
  const text = `
    SELECT (CASE WHEN ${most}
      THEN ${counted("c.kind = 'tag' AND c.key = $6")} - ${tagged(`t.created_at < ${start}`)}
        - ${tagged(`t.created_at >= ${end}`)}
      ELSE ${tagged(`t.created_at >= ${start} AND t.created_at < ${end}`)}
    END + (SELECT count(*) FROM links l
      WHERE l.workspace_id = $1 AND l.deleted_at IS NOT NULL AND $6 = ANY(l.tags) AND l.created_at >= ${start}
        AND l.created_at < ${end}
    ))::float8 AS created
    FROM unnest($2::float8[], $3::float8[], $4::text[], $5::text[])
      WITH ORDINALITY AS s (start, "end", first_key, last_key, nth)
    ORDER BY s.nth`;
  const keys = [hours.map((each) => hourKey(each.start)), hours.map((each) => hourKey(each.end))];
  return { text, values: [workspaceId, ...boundsOf(intervals), ...keys, tag] };
};

/** Those that are deleted have indexes of their own. */
const createdInColumn = (workspaceId: string, intervals: readonly TimeRange[], column: string, id: string) => {
  const made = (status: string) =>
    `(SELECT count(*) FROM links l WHERE l.workspace_id = $1 AND l.${column} = $4 AND l.deleted_at ${status}
      AND l.created_at >= to_timestamp(s.start / 1000) AND l.created_at < to_timestamp(s."end" / 1000))`;
  const text = `
    SELECT (${made('IS NULL')} + ${made('IS NOT NULL')})::float8 AS created
    FROM unnest($2::float8[], $3::float8[]) WITH ORDINALITY AS s (start, "end", nth)
    ORDER BY s.nth`;
  return { text, values: [workspaceId, ...boundsOf(intervals), id] };
};

/** How many links of a scope were made in each interval, as `created`. */
export const createdWithin = (workspaceId: string, intervals: readonly TimeRange[], scope: LinkScope) => {
  if (scope.tag !== undefined) return createdWithTag(workspaceId, intervals, scope.tag);
  if (scope.link !== undefined) return createdInColumn(workspaceId, intervals, 'id', scope.link);
  if (scope.campaign !== undefined) return createdInColumn(workspaceId, intervals, 'campaign_id', scope.campaign);
  if (scope.domain !== undefined) return createdInColumn(workspaceId, intervals, 'domain_id', scope.domain);
  return createdByHours(workspaceId, intervals);
};
