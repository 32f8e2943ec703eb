import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { demandSecrets, ensureSecrets, SECRET_VARIABLES, type SecretKind, type Secrets } from '@platform/config';
import { problemWithLogin } from '@platform/postgres';
import { eventsMovedTo, pendingMigrations } from '@platform/read-store';
import { messageOf } from '../failure';
import type { Installation } from '../installation';
import { type Finding, fail, ok, warn } from './finding';

/** Postgres answers, has the schema, and the event store answers. */
export const checkDatabase = async ({ pool, ownerUrl, config }: Installation): Promise<readonly Finding[]> => {
  const { rows } = await pool.query<{ version: string }>("SELECT current_setting('server_version') AS version");
  const where = config.databaseUrl ? 'DATABASE_URL' : 'embedded';
  const problem = await problemWithLogin(pool);
  const pending = await pendingMigrations(ownerUrl);
  return [
    problem === undefined
      ? ok('postgres', `version ${rows[0]?.version}, ${where}`)
      : warn(
          'postgres',
          `version ${rows[0]?.version}; ${where} ${problem}`,
          'Make two roles, as docs/operations.md says.',
        ),
    pending.length === 0
      ? ok('schema', 'migrated')
      : fail(
          'schema',
          `${pending.length} steps are missing: ${pending.join(', ')}`,
          'Start this version of the product: it migrates at its start.',
        ),
  ];
};

export const checkEventStore = async (
  { pool, store, config }: Installation,
  categories: readonly string[],
): Promise<readonly Finding[]> => {
  const where = config.eventStoreUrl ? 'EventStoreDB' : 'in Postgres';
  const host = config.eventStoreUrl ? undefined : await eventsMovedTo(pool);
  if (host !== undefined)
    return [
      fail(
        'event store',
        `the events of this database have been moved to ${host}`,
        'Set EVENTSTORE_URL, without which the product refuses to start; the findings below are about the old copy.',
      ),
    ];
  try {
    return [ok('event store', `${where}, last position ${await store.head(categories)}`)];
  } catch (error) {
    return [
      fail(
        'event store',
        `${where} does not answer: ${messageOf(error)}`,
        'Look after the server that EVENTSTORE_URL names; commands are refused until it answers.',
      ),
    ];
  }
};

const KINDS = Object.keys(SECRET_VARIABLES) as SecretKind[];

/** The secrets at hand are those that the database was used with. An app of a cluster has only its own. Makes none. */
export const checkSecrets = async ({ pool, config }: Installation): Promise<readonly Finding[]> => {
  const file = join(config.dataDir, 'secrets.json');
  const inFile = await stat(file).then(
    () => true,
    () => false,
  );
  const given = KINDS.filter((kind) => config.secrets[kind] !== undefined);
  if (!config.databaseUrl && !inFile && given.length < KINDS.length) {
    return [fail('secrets', `${file} is missing`, 'Restore it from a backup; without it no key is recognised.')];
  }
  const secrets: Partial<Secrets> = inFile
    ? ensureSecrets(config.dataDir, config.secrets)
    : demandSecrets(config.secrets, given);
  const { rows } = await pool.query<{ name: string; value: string }>(
    "SELECT name, value FROM settings WHERE name LIKE 'fingerprint of %'",
  );
  const kept = new Map(rows.map(({ name, value }) => [name.slice('fingerprint of '.length), value]));
  const wrong = KINDS.filter(
    (kind) => secrets[kind] && (kept.get(SECRET_VARIABLES[kind]) ?? secrets[kind].id) !== secrets[kind].id,
  ).map((kind) => SECRET_VARIABLES[kind]);
  if (wrong.length > 0)
    return [
      fail(
        'secrets',
        `not those of this database: ${wrong.join(', ')}`,
        'Restore the right ones; the product refuses to start with these. To exchange one: ops secrets accept.',
      ),
    ];
  const absent = KINDS.filter((kind) => !secrets[kind]).map((kind) => SECRET_VARIABLES[kind]);
  return [
    ok(
      'secrets',
      `those that the database has been used with${absent.length > 0 ? `; not at hand: ${absent.join(', ')}` : ''}`,
    ),
  ];
};
