import type { Pool } from 'pg';
import { ConfigError, type SecretKind, type Secrets } from '@platform/config';

const VARIABLES: Readonly<Record<SecretKind, string>> = {
  keyPepper: 'KEY_PEPPER', jwtPrivateKey: 'JWT_PRIVATE_KEY', visitorSecret: 'VISITOR_SECRET',
};

/**
 * A database remembers the fingerprints of the secrets it was used with. With others, no key would be recognised any more:
 * better no start than that.
 * @throws ConfigError naming the variables that differ
 */
export const checkFingerprints = async (pool: Pool, secrets: Secrets): Promise<void> => {
  const problems: string[] = [];
  for (const [kind, variable] of Object.entries(VARIABLES) as [SecretKind, string][]) {
    const { rows } = await pool.query<{ value: string }>(
      `INSERT INTO settings (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = settings.value RETURNING value`,
      [`fingerprint of ${variable}`, secrets[kind].id],
    );
    if (rows[0]?.value !== secrets[kind].id) problems.push(`${variable} is not the one that this database has been used with`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
};
