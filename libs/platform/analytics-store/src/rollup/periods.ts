const MIDNIGHT = "toDateTime64({day:String}, 3, 'UTC')";

/** Columns of a rollup's rows that name their build. */
export const BUILT = 'workspace_id, unit, start, build, built_at';

/** The clicks of some workspaces' UTC day. */
export const OF_DAY =
  `FROM clicks WHERE workspace_id IN {workspaces:Array(String)} AND time >= ${MIDNIGHT} AND time < ` +
  `${MIDNIGHT} + INTERVAL 1 DAY`;

/** Questions go first. */
export const GENTLY = 'SETTINGS max_threads = 1, priority = 10';
