import type { Pool } from 'pg';

/** The setting of an adoption that has begun and is not complete. Its value says why the store was not accepted. */
const SETTING = 'event store is being adopted';

export const beginAdoption = async (pool: Pool, why: string): Promise<void> => {
  await pool.query(
    'INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [SETTING, why],
  );
};

/** Why an adoption began that was interrupted, or is under way; undefined where there is none. */
export const unfinishedAdoption = async (pool: Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [SETTING]);
  return rows[0]?.value;
};

export const endAdoption = async (pool: Pool): Promise<void> => {
  await pool.query('DELETE FROM settings WHERE name = $1', [SETTING]);
};
