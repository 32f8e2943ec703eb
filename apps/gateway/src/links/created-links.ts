/** Selects the links of a workspace that meet all of these. */
export interface LinkScope {
  readonly link?: string;
  readonly tag?: string;
  /** Id of a campaign. */
  readonly campaign?: string;
  /** Id of a domain. */
  readonly domain?: string;
}

/** [start, end) in milliseconds since 1970. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 3_600_000;

/** The full hours of an interval; without one, an empty one at its end. */
const fullHours = ({ start, end }: TimeRange): TimeRange => {
  const hours = { start: Math.ceil(start / HOUR_MS) * HOUR_MS, end: Math.floor(end / HOUR_MS) * HOUR_MS };
  return hours.start < hours.end ? hours : { start: end, end };
};

/** As the key in `link_counts`. */
const hourKey = (instant: number): string => new Date(instant).toISOString().slice(0, 13);

const between = (start: string, end: string): string =>
  `(SELECT count(*) FROM links l WHERE l.workspace_id = $1 AND l.created_at >= to_timestamp(${start} / 1000)
    AND l.created_at < to_timestamp(${end} / 1000))`;

/** How many links of a workspace were made in each interval: full hours are counted already, the ends are not. */
export const createdByHours = (workspaceId: string, intervals: readonly TimeRange[]) => {
  const hours = intervals.map(fullHours);
  const text = `
    SELECT (${between('s.start', 's.first')} + ${between('s.last', 's."end"')} + (
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

/** How many links of a scope were made in each interval. */
export const createdInScope = (workspaceId: string, intervals: readonly TimeRange[], scope: LinkScope) => {
  const text = `
    SELECT count(l.id)::float8 AS created
    FROM unnest($2::float8[], $3::float8[]) WITH ORDINALITY AS s (start, "end", nth)
    LEFT JOIN links l ON l.workspace_id = $1 AND ($4::text IS NULL OR l.id = $4)
      AND ($5::text IS NULL OR $5 = ANY(l.tags)) AND ($6::text IS NULL OR l.domain_id = $6)
      AND ($7::text IS NULL OR l.campaign_id = $7)
      AND l.created_at >= to_timestamp(s.start / 1000) AND l.created_at < to_timestamp(s."end" / 1000)
    GROUP BY s.nth ORDER BY s.nth`;
  const bounds = [intervals.map(({ start }) => start), intervals.map(({ end }) => end)];
  const { link = null, tag = null, domain = null, campaign = null } = scope;
  return { text, values: [workspaceId, ...bounds, link, tag, domain, campaign] };
};
