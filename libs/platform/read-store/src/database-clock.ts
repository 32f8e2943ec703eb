import { keepWorking, pause } from '@platform/async';
import type { Pool } from 'pg';

const MEASUREMENTS = 3;
const MEASURE_EVERY_MS = 10_000;

/**
 * The database's clock without a query for each reading, for processes on machines whose own clocks may differ. It is
 * not `waymark_now()`, because tests can stop that clock, and deadlines must pass in tests as well.
 */
export class DatabaseClock {
  /** Milliseconds between this process's monotonic clock and the database's. */
  private offset = NaN;

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly elapsed = (): number => performance.now(),
  ) {}

  /** Milliseconds since 1970; NaN before the first measurement. */
  now(): number {
    return this.elapsed() + this.offset;
  }

  /** Asks the database. A measurement is accurate to half of its round trip, so the quickest of three is used. */
  async measure(): Promise<void> {
    let quickest = Infinity;
    let offset = this.offset;
    for (let nth = 0; nth < MEASUREMENTS; nth += 1) {
      const asked = this.elapsed();
      const { rows } = await this.pool.query<{ now: number }>(
        'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
      );
      const answered = this.elapsed();
      if (answered - asked >= quickest) continue;
      quickest = answered - asked;
      offset = (rows[0]?.now ?? NaN) - (asked + answered) / 2;
    }
    // A slow measurement, as on a busy machine, does not replace an earlier one that it does not contradict.
    if (!(Math.abs(offset - this.offset) <= quickest / 2)) this.offset = offset;
  }

  /**
   * Measures again every 10 s until the signal aborts: clocks are corrected, and a database moves to another machine.
   */
  keepMeasuring(signal: AbortSignal, onFailure: (error: unknown, failures: number) => void): Promise<void> {
    const round = async (working: () => void): Promise<void> => {
      await pause(MEASURE_EVERY_MS, signal);
      if (!signal.aborted) await this.measure();
      working();
    };
    return keepWorking(round, { signal, onFailure });
  }
}
