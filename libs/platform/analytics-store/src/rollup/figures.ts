/** What there are finished numbers by, and the columns whose values tell one group from another: the key, a region, a country. */
export const ROLLED_UP: Readonly<Record<string, readonly string[]>> = {
  country: ['country'],
  city: ['city', 'region', 'country'],
  referrer: ['referrer'],
  device: ['device'],
  browser: ['browser'],
  os: ['os'],
  trigger: ['trigger'],
  utm_campaign: ['utm_campaign'],
  link: ['link_id'],
};

/**
 * Tells rows from what they were: every click that comes or goes changes it, and every rewriting of one. Of rows of one UTC
 * day, or a sum over several; the times are of the day, so that sums of them stay exact. As in the projection of the table: the engine has it at hand.
 */
export const FINGERPRINT =
  'count() AS rows, sum(rewritten) AS rewritings, sum(toUnixTimestamp64Milli(time) % 86400000) AS times';

const COLUMNS = [...new Set(Object.values(ROLLED_UP).flat())];

/** What `grouping` answers for a set of columns: a bit for each of all, the first one highest, set where it is not grouped by. */
const setNumber = (set: readonly string[]): number =>
  COLUMNS.reduce((number, column) => number * 2 + (set.includes(column) ? 0 : 1), 0);

const SETS = Object.entries(ROLLED_UP).map(([name, set]) => ({ name, set, number: setNumber(set) }));
const DIMENSION = `transform(grouping(${COLUMNS.join(', ')}), [${SETS.map(({ number }) => number).join(', ')}], [${SETS.map(({ name }) => `'${name}'`).join(', ')}], '')`;
const KEY = `multiIf(${SETS.map(({ name, set }) => `of = '${name}', toString(${set[0]})`).join(', ')}, '')`;

export const PEOPLE = 'countIf(NOT is_bot) AS people, uniqExactIf(visit, NOT is_bot) AS visits_of_people';

/**
 * A row for each value of each dimension and, under no dimension, one for all: `of`, `value`, `in_region`, `in_country` and the
 * measures, of which `people` is one. Aliases that no column has: one would be taken for it in `from`.
 * @param leading columns in front, by which rows are told apart as well @param from FROM and WHERE
 */
export const figuresSql = (leading: readonly string[], measures: string, from: string): string => `
  SELECT ${[...leading, DIMENSION].join(', ')} AS of, ${KEY} AS value,
    if(of = 'city', toString(region), '') AS in_region, if(of = 'city', toString(country), '') AS in_country, ${measures}
  ${from}
  GROUP BY GROUPING SETS (${[[], ...SETS.map(({ set }) => set)].map((set) => `(${[...leading, ...set].join(', ')})`).join(', ')})
  HAVING people > 0 OR of = ''`;
