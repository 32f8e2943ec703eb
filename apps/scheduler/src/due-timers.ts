import type { TimerRow } from '@kernel';
import type { Pool, PoolClient } from 'pg';

export interface TimersDue {
  /** Milliseconds until the next timer is due, by the database's clock: 0 or less if one is due; null for none. */
  readonly wait: number | null;
  readonly due: number;
  /** Due for more than a second. */
  readonly late: number;
}

/** A timer that is not suspended. */
export type DueTimer = TimerRow & { readonly due_at: string };

/** @param table a read model of timers */
export const timersDue = async (pool: Pool, table: string): Promise<TimersDue> => {
  const { rows } = await pool.query<TimersDue>({
    name: `look at ${table}`,
    text: `
      select (select extract(epoch from t.due_at - clock.now) * 1000 from ${table} t order by t.due_at
        limit 1)::float8 as wait,
        (select count(*) from ${table} t where t.due_at <= clock.now)::int as due,
        (select count(*) from ${table} t where t.due_at < clock.now - interval '1 second')::int as late
      from (select waymark_now() as now) as clock`,
  });
  return rows[0] ?? { wait: null, due: 0, late: 0 };
};

/**
 * Locks due timers, so that no other scheduler takes them while `fire` runs. The rows stay: the projector of their read
 * model removes them. @returns how many it locked
 */
export const takeDueTimers = async (
  pool: Pool,
  { table, most, except }: { readonly table: string; readonly most: number; readonly except: readonly string[] },
  fire: (timers: readonly DueTimer[], now: string) => Promise<void>,
): Promise<number> => {
  const take = {
    name: `take ${table}`,
    text: `
      select *, waymark_now() as now from ${table}
      where due_at <= (select waymark_now()) and id <> all($2::text[])
      order by due_at limit $1 for update skip locked`,
  };
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<DueTimer & { now: string }>({ ...take, values: [most, except] });
    if (rows[0]) await fire(rows, rows[0].now);
    return rows.length;
  } finally {
    await rollBack(client).catch((error: Error) => (broken = error));
    client.release(broken);
  }
};

/** Nothing was written here: ending the transaction frees the rows. */
const rollBack = (client: PoolClient): Promise<unknown> => client.query('ROLLBACK');
