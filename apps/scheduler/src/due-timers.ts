import type { KeyTimerRow } from '@contexts/keys';
import type { Pool, PoolClient } from 'pg';

export type DueTimer = Pick<KeyTimerRow, 'id' | 'workspace_id' | 'key_id' | 'stream' | 'kind' | 'due_at'>;

export interface Look {
  /** Milliseconds until the next timer is due, by the database's clock: 0 or less when one is; null when there is none. */
  readonly wait: number | null;
  readonly due: number;
  /** Due for more than a second. */
  readonly late: number;
}

const LOOK = {
  name: 'look at key_timers',
  text: `
    select (select extract(epoch from t.due_at - clock.now) * 1000 from key_timers t order by t.due_at limit 1)::float8 as wait,
      (select count(*) from key_timers t where t.due_at <= clock.now)::int as due,
      (select count(*) from key_timers t where t.due_at < clock.now - interval '1 second')::int as late
    from (select waymark_now() as now) as clock`,
};

const TAKE = {
  name: 'take key_timers',
  text: `
    select id, workspace_id, key_id, stream, kind, due_at, waymark_now() as now from key_timers
    where due_at <= (select waymark_now()) and id <> all($2::text[])
    order by due_at limit $1 for update skip locked`,
};

export const lookAtTimers = async (pool: Pool): Promise<Look> => {
  const { rows } = await pool.query<Look>(LOOK);
  return rows[0] ?? { wait: null, due: 0, late: 0 };
};

/**
 * Takes due timers, so that no other scheduler takes them while `fire` is at work. The rows stay: whoever projects the
 * events removes them. @returns how many there were
 */
export const takeDueTimers = async (
  pool: Pool,
  { most, except }: { readonly most: number; readonly except: readonly string[] },
  fire: (timers: readonly DueTimer[], now: string) => Promise<void>,
): Promise<number> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<DueTimer & { now: string }>({ ...TAKE, values: [most, except] });
    if (rows[0]) await fire(rows, rows[0].now);
    return rows.length;
  } finally {
    await rollBack(client).catch((error: Error) => (broken = error));
    client.release(broken);
  }
};

/** Nothing was written here: ending the transaction frees the rows. */
const rollBack = (client: PoolClient): Promise<unknown> => client.query('ROLLBACK');
