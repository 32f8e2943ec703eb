import { DATA_VERSION, demandKnownVersion } from '@platform/config';
import type { ClientBase, Pool } from 'pg';

/** In the table `settings`. It covers the event store, the topics and ClickHouse, too: they belong to this database. */
const NAME = 'data version';

/** @throws NewerData when a newer program has migrated this database */
export const demandKnownDatabase = async (database: ClientBase | Pool): Promise<void> => {
  if (!(await hasSettings(database))) return;
  const { rows } = await database.query<{ value: string }>('select value from settings where name = $1', [NAME]);
  demandKnownVersion('The database', rows[0]?.value);
};

/** Makes older programs refuse the database, as soon as it has a table for that. */
export const stampDatabase = async (database: ClientBase): Promise<void> => {
  if (!(await hasSettings(database))) return;
  const stamp =
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value';
  await database.query(stamp, [NAME, String(DATA_VERSION)]);
};

const hasSettings = async (database: ClientBase | Pool): Promise<boolean> => {
  const { rows } = await database.query<{ made: boolean }>("select to_regclass('settings') is not null as made");
  return rows[0]?.made ?? false;
};
