/** How often a row was rewritten: it shows that a rollup is of rows that have changed since. */
export const addRewritten = 'ALTER TABLE clicks ADD COLUMN IF NOT EXISTS rewritten UInt32';

/** Shows, without reading the clicks of a workspace's day, whether they have changed; see `FINGERPRINT`. */
export const addFingerprints = `
  ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS fingerprints (
    SELECT workspace_id, toDate(time), domain_id, count(), sum(rewritten), sum(toUnixTimestamp64Milli(time) % 86400000)
    GROUP BY workspace_id, toDate(time), domain_id
  )`;
/** For older clicks; in the background, since answers for a month without it are right as well, and only slower. */
export const makeFingerprints = 'ALTER TABLE clicks MATERIALIZE PROJECTION fingerprints SETTINGS mutations_sync = 0';

const PERIOD =
  'workspace_id LowCardinality(String), unit LowCardinality(String), start Date, build UInt64, built_at UInt64';
const FIGURES =
  'clicks UInt64, visits UInt64, bots UInt64, qr_scans UInt64, rows UInt64, rewritings UInt64, times UInt64';
const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1';

/** Rollup of a workspace's UTC day or month (`unit`): of all clicks (no dimension), and by value of some dimensions. */
export const createRollup = `
  CREATE TABLE IF NOT EXISTS clicks_rollup (
    ${PERIOD}, dimension LowCardinality(String), key String, region LowCardinality(String), country LowCardinality(String), ${FIGURES}
  )
  ENGINE = MergeTree PARTITION BY toYYYYMM(start) ORDER BY (workspace_id, unit, start, dimension, key, region, country)
  SETTINGS ${DURABLE}`;

/** The builds whose rows are all there, with the row for all clicks. A row of any other build does not count. */
export const createBuilds = `
  CREATE TABLE IF NOT EXISTS clicks_builds (${PERIOD}, ${FIGURES})
  ENGINE = MergeTree PARTITION BY toYYYYMM(start) ORDER BY (workspace_id, unit, start, build)
  SETTINGS ${DURABLE}`;

const OF_SLICE = 'slice LowCardinality(String), slice_key String';
const SLICE_FIGURES = 'clicks UInt64, visits UInt64, bots UInt64, qr_scans UInt64';

/**
 * Slices of the same days and months: the clicks with one tag (`slice` is `tag`, `slice_key` the tag), or of one campaign.
 * There is a row for each that has clicks; `portion` is 0 if it has none in `clicks_rollup_slices`.
 */
export const createSlices = `
  CREATE TABLE IF NOT EXISTS clicks_slices (${PERIOD}, ${OF_SLICE}, portion UInt32, ${SLICE_FIGURES})
  ENGINE = MergeTree PARTITION BY toYYYYMM(start) ORDER BY (workspace_id, slice, slice_key, unit, start)
  SETTINGS ${DURABLE}`;

/** Slices by value of the dimensions. */
export const createSliceRollup = `
  CREATE TABLE IF NOT EXISTS clicks_rollup_slices (
    ${PERIOD}, ${OF_SLICE}, dimension LowCardinality(String), key String, region LowCardinality(String),
    country LowCardinality(String), ${SLICE_FIGURES}
  )
  ENGINE = MergeTree PARTITION BY toYYYYMM(start)
  ORDER BY (workspace_id, slice, slice_key, unit, start, dimension, key, region, country)
  SETTINGS ${DURABLE}`;

/** Whether the slices of a build are there, too. Older versions built none. */
export const addSliced = 'ALTER TABLE clicks_builds ADD COLUMN IF NOT EXISTS sliced Bool';
