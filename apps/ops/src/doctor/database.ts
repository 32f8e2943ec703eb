import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureSecrets } from '@platform/config';
import { pendingMigrations } from '@platform/read-store';
import type { Installation } from '../installation';
import { type Finding, fail, messageOf, ok } from './finding';

/** Postgres answers, has the schema, and the event store answers. */
export const checkDatabase = async ({ pool, url, config }: Installation): Promise<readonly Finding[]> => {
  const { rows } = await pool.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const where = config.databaseUrl ? 'DATABASE_URL' : 'embedded';
  const pending = await pendingMigrations(url);
  return [
    ok('postgres', `version ${rows[0]?.version}, ${where}`),
    pending.length === 0
      ? ok('schema', 'migrated')
      : fail('schema', `${pending.length} steps are missing: ${pending.join(', ')}`, 'Start this version of the product: it migrates at its start.'),
  ];
};

export const checkEventStore = async ({ store, config }: Installation, categories: readonly string[]): Promise<readonly Finding[]> => {
  const where = config.eventStoreUrl ? 'EventStoreDB' : 'in Postgres';
  try {
    return [ok('event store', `${where}, last position ${await store.head(categories)}`)];
  } catch (error) {
    return [fail('event store', `${where} does not answer: ${messageOf(error)}`, 'Look after the server that EVENTSTORE_URL names; commands are refused until it answers.')];
  }
};

const VARIABLES = { keyPepper: 'KEY_PEPPER', jwtPrivateKey: 'JWT_PRIVATE_KEY', visitorSecret: 'VISITOR_SECRET' } as const;

/** The secrets at hand are those that the database has been used with. Makes none. */
export const checkSecrets = async ({ pool, config }: Installation): Promise<readonly Finding[]> => {
  const file = join(config.dataDir, 'secrets.json');
  const given = Object.keys(config.secrets).length === Object.keys(VARIABLES).length;
  if (!given && !(await stat(file).catch(() => undefined))) {
    return [fail('secrets', `${file} is missing`, 'Restore it from a backup; without it no key is recognised.')];
  }
  const secrets = ensureSecrets(config.dataDir, config.secrets);
  const { rows } = await pool.query<{ name: string; value: string }>("SELECT name, value FROM settings WHERE name LIKE 'fingerprint of %'");
  const kept = new Map(rows.map(({ name, value }) => [name.slice('fingerprint of '.length), value]));
  const wrong = (Object.keys(VARIABLES) as (keyof typeof VARIABLES)[])
    .filter((kind) => (kept.get(VARIABLES[kind]) ?? secrets[kind].id) !== secrets[kind].id)
    .map((kind) => VARIABLES[kind]);
  return wrong.length === 0
    ? [ok('secrets', 'those that the database has been used with')]
    : [fail('secrets', `not those of this database: ${wrong.join(', ')}`, 'Restore the right ones; the product refuses to start with these.')];
};
