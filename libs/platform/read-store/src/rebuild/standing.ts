import { Client, type Pool } from 'pg';
import { migrations } from '../migrations';

/** How the processors stand, for whoever looks after them. */
export interface Checkpoint {
  readonly read_model: string;
  readonly position: bigint;
  /** RFC 3339. */
  readonly updated_at: string;
}

export interface ParkedStream {
  readonly read_model: string;
  readonly stream: string;
  readonly position: bigint;
  readonly cause: string;
  readonly parked_at: string;
}

export const readCheckpoints = async (pool: Pool): Promise<readonly Checkpoint[]> => {
  const { rows } = await pool.query<Omit<Checkpoint, 'position'> & { position: string }>(
    'SELECT read_model, position, updated_at FROM checkpoints ORDER BY read_model',
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};

export const readParkedStreams = async (pool: Pool): Promise<readonly ParkedStream[]> => {
  const { rows } = await pool.query<Omit<ParkedStream, 'position'> & { position: string }>(
    'SELECT read_model, stream, position, cause, parked_at FROM parked_streams ORDER BY read_model, position',
  );
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }));
};

/** Names of this library's steps that the database has not seen. @param url of the owner: the application may not read the table */
export const pendingMigrations = async (url: string): Promise<readonly string[]> => {
  const owner = new Client({ connectionString: url, application_name: 'waymark ops', connectionTimeoutMillis: 5_000 });
  await owner.connect();
  try {
    const made = await owner.query<{ made: boolean }>("SELECT to_regclass('schema_migrations') IS NOT NULL AS made");
    if (!made.rows[0]?.made) return migrations.map(({ name }) => name);
    const { rows } = await owner.query<{ timestamp: string }>('SELECT timestamp FROM schema_migrations');
    const seen = new Set(rows.map(({ timestamp }) => Number(timestamp)));
    return migrations.filter(({ version }) => !seen.has(version)).map(({ name }) => name);
  } finally {
    await owner.end();
  }
};
