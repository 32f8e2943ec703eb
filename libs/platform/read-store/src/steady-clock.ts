import type { Pool } from 'pg';

const HOUR_MS = 3_600_000;
/** More than a clock that is being corrected, or a slow answer, differs between two looks. */
const STEP_MS = 60_000;

const LOOK = `select extract(epoch from clock_timestamp())::float8 * 1000 as now,
  exists (select from clock_offset) as "ofTest"`;

/**
 * Says whether the database's clock may decide what is deleted for good. A clock far ahead, as that of a machine which
 * has not asked a time server yet, makes everything due at once. It is believed once it has gone like the monotonic
 * clock of this process for an hour, in which it is corrected or somebody sees it. Each step ahead begins the hour anew.
 */
export class SteadyClock {
  private offset = -Infinity;
  private since = 0;

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly elapsed = (): number => performance.now(),
  ) {}

  /** Looks at the clock. The one that a test sets is believed at once. */
  async isSteady(): Promise<boolean> {
    const { rows } = await this.pool.query<{ now: number; ofTest: boolean }>(LOOK);
    const elapsed = this.elapsed();
    const offset = (rows[0]?.now ?? NaN) - elapsed;
    if (!(offset <= this.offset + STEP_MS)) this.since = elapsed;
    this.offset = offset;
    return rows[0]?.ofTest === true || elapsed - this.since >= HOUR_MS;
  }
}
