import type { Pool } from 'pg';

export interface Adoption {
  /** Why the store was not accepted. */
  readonly why: string;
  /** RFC 3339, by the database's clock. */
  readonly began_at: string;
}

/** The setting of an adoption that has begun and is not complete. */
const SETTING = 'event store is being adopted';
const BEGIN = `
  INSERT INTO settings (name, value) VALUES ($1, json_build_object('why', $2::text, 'began_at', waymark_now())::text)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING value`;

export const beginAdoption = async (pool: Pool, why: string): Promise<Adoption> => {
  const adoption = adoptionOf((await pool.query<{ value: string }>(BEGIN, [SETTING, why])).rows);
  if (!adoption) throw new Error('no adoption was begun');
  return adoption;
};

/** One that was interrupted, or is under way; undefined where there is none. */
export const unfinishedAdoption = async (pool: Pool): Promise<Adoption | undefined> => {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [SETTING]);
  return adoptionOf(rows);
};

export const endAdoption = async (pool: Pool): Promise<void> => {
  await pool.query('DELETE FROM settings WHERE name = $1', [SETTING]);
};

const adoptionOf = ([row]: readonly { readonly value: string }[]): Adoption | undefined =>
  row && (JSON.parse(row.value) as Adoption);
