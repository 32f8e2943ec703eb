import { Client } from 'pg';
import { migrations } from './migrations';

/**
 * Names of this library's steps that the database has not seen. @param url of the owner: the application may not read
 * the table
 */
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
