import type { TimerRow } from '@kernel';
import type { Pool } from 'pg';

export interface TimersDue {
  /** Milliseconds until one more timer is due, by the database's clock; null for none. */
  readonly wait: number | null;
  /** Whether one is due that is not avoided. */
  readonly ready: boolean;
  readonly due: number;
  /** Due for more than a second. */
  readonly late: number;
}

/** A timer that is not suspended. */
export type DueTimer = TimerRow & { readonly due_at: string };

/** Whether a timer is none of the avoided ones, whose ids and times are the first two parameters. */
const IS_NOT_AVOIDED = '(id, due_at) not in (select * from unnest($1::text[], $2::timestamptz[]))';

const columns = (avoided: readonly DueTimer[]) => [avoided.map(({ id }) => id), avoided.map(({ due_at }) => due_at)];

/** @param table a table of timers */
export const timersDue = async (pool: Pool, table: string, avoided: readonly DueTimer[]): Promise<TimersDue> => {
  const { rows } = await pool.query<TimersDue>({
    name: `look at ${table}`,
    values: columns(avoided),
    text: `
      select (select extract(epoch from t.due_at - clock.now) * 1000 from ${table} t where t.due_at > clock.now
        order by t.due_at limit 1)::float8 as wait,
        exists (select from ${table} t where t.due_at <= clock.now and ${IS_NOT_AVOIDED}) as ready,
        (select count(*) from ${table} t where t.due_at <= clock.now)::int as due,
        (select count(*) from ${table} t where t.due_at < clock.now - interval '1 second')::int as late
      from (select waymark_now() as now) as clock`,
  });
  return rows[0] ?? { wait: null, ready: false, due: 0, late: 0 };
};

interface Take {
  readonly table: string;
  readonly most: number;
  /** Timers to leave alone, as long as their time stays as it is. */
  readonly avoided: readonly DueTimer[];
  /** Whether the timers that `fire` returns are deleted. Otherwise the projector of their read model does that. */
  readonly deletes: boolean;
}

/**
 * Locks due timers, so that no other scheduler takes them while `fire` runs.
 * @param fire returns the timers whose command has an outcome
 * @returns how many it locked
 */
export const takeDueTimers = async (
  pool: Pool,
  { table, most, avoided, deletes }: Take,
  fire: (timers: readonly DueTimer[], now: string) => Promise<readonly DueTimer[]>,
): Promise<number> => {
  const take = {
    name: `take ${table}`,
    text: `
      select *, ctid::text as row, waymark_now() as now from ${table}
      where due_at <= (select waymark_now()) and ${IS_NOT_AVOIDED}
      order by due_at limit $3 for update skip locked`,
  };
  const client = await pool.connect();
  let broken: Error | undefined;
  let ending = 'ROLLBACK';
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<Taken>({ ...take, values: [...columns(avoided), most] });
    const fired = rows[0] ? ((await fire(rows, rows[0].now)) as readonly Taken[]) : [];
    if (deletes && fired.length > 0) {
      await client.query(`delete from ${table} where ctid = any($1::tid[])`, [fired.map(({ row }) => row)]);
      ending = 'COMMIT';
    }
    return rows.length;
  } finally {
    await client.query(ending).catch((error: Error) => (broken = error));
    client.release(broken);
  }
};

/** A timer with its place in the table, which stays the same while it is locked. */
type Taken = DueTimer & { readonly row: string; readonly now: string };
