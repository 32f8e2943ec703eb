/** Dimensions of a rollup, and the columns whose values identify a group: the key, a region, a country. */
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
 * Shows whether rows have changed: every added, removed or rewritten click changes it. It is of rows of one UTC day,
 * or a sum over several days. The times are times of day, so that their sums stay exact. The expressions are those of
 * the table's projection, so the engine need not read the clicks.
 */
export const FINGERPRINT =
  'count() AS rows, sum(rewritten) AS rewritings, sum(toUnixTimestamp64Milli(time) % 86400000) AS times';

const COLUMNS = [...new Set(Object.values(ROLLED_UP).flat())];

/** The result of `grouping` for a set: a bit for each of COLUMNS, the first one highest, set if not grouped by. */
const setNumber = (set: readonly string[]): number =>
  COLUMNS.reduce((number, column) => number * 2 + (set.includes(column) ? 0 : 1), 0);

const SETS = Object.entries(ROLLED_UP).map(([name, set]) => ({ name, set, number: setNumber(set) }));
const DIMENSION =
  `transform(grouping(${COLUMNS.join(', ')}), [${SETS.map(({ number }) => number).join(', ')}], ` +
  `[${SETS.map(({ name }) => `'${name}'`).join(', ')}], '')`;
const KEY = `multiIf(${SETS.map(({ name, set }) => `of = '${name}', toString(${set[0]})`).join(', ')}, '')`;

export const PEOPLE = 'countIf(NOT is_bot) AS people, uniqExactIf(visit, NOT is_bot) AS visits_of_people';

/**
 * SQL for a row for each value of each dimension and, under no dimension, one for all: `of`, `value`, `in_region`,
 * `in_country` and the measures, of which `people` is one. No alias is the name of a column: in `from` the engine would
 * take it for the column.
 * @param leading further columns to group by, in front
 * @param from FROM and WHERE
 */
export const figuresSql = (leading: readonly string[], measures: string, from: string): string => `
  SELECT ${[...leading, DIMENSION].join(', ')} AS of, ${KEY} AS value,
    if(of = 'city', toString(region), '') AS in_region, if(of = 'city', toString(country), '') AS in_country,
      ${measures}
  ${from}
  GROUP BY GROUPING SETS
    (${[[], ...SETS.map(({ set }) => set)].map((set) => `(${[...leading, ...set].join(', ')})`).join(', ')})
  HAVING people > 0 OR of = ''`;

/** Dimensions of which a value makes a slice, and the values of a click. */
const SLICED: Readonly<Record<string, string>> = {
  tag: 'arrayDistinct(tags)',
  campaign: "if(campaign_id = '', [], [campaign_id])",
};

/** The names of {@link SLICED}: questions about one value of these can be answered by a rollup. */
export const SLICES: readonly string[] = Object.keys(SLICED);

/** SQL for the slices that a click is in, as tuples of slice and key. */
export const SLICES_OF_CLICK = `arrayConcat(${Object.entries(SLICED)
  .map(([slice, values]) => `arrayMap(one -> ('${slice}', toString(one)), ${values})`)
  .join(', ')})`;
