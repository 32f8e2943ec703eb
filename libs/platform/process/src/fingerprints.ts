import { ConfigError, SECRET_VARIABLES, type SecretKind, type Secrets } from '@platform/config';
import type { ReadStore } from '@platform/read-store';

/**
 * A database stores the fingerprints of the secrets it was used with. With other secrets no key would be recognised any
 * more, so the process must not start. A process passes the secrets that it uses.
 * @throws ConfigError naming the variables that differ
 */
export const checkFingerprints = async (pool: ReadStore['system'], secrets: Partial<Secrets>): Promise<void> => {
  const problems: string[] = [];
  for (const [kind, variable] of Object.entries(SECRET_VARIABLES) as [SecretKind, string][]) {
    const secret = secrets[kind];
    if (!secret) continue;
    const { rows } = await pool.query<{ value: string }>(
      `INSERT INTO settings (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value`,
      [`fingerprint of ${variable}`, secret.id],
    );
    if (rows[0]?.value !== secret.id) problems.push(`${variable} is not the one that this database has been used with`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
};
