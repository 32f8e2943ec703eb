import type { SqlMigration } from '../sql-migration';

/** `note_erasure` leaves a row for each transaction that deletes people: see erasure.ts. */
const noteDeletionsIn = (table: string): string => `
  create trigger note_erasure after delete on ${table} referencing old table as deleted
    for each statement execute function note_erasure();`;

/**
 * A deleted row stays in the files of Postgres until they are rewritten. `erasures` says that a rewrite is due, and
 * which transaction must be over before it helps. Statistics would be another copy of e-mail addresses and names, so
 * none are kept: changing a type removes those there are.
 */
export const erasures: SqlMigration = {
  version: 1763901000002,
  name: 'Erasures',
  sql: `
  create table erasures (
    id bigint generated always as identity primary key,
    xid xid8 not null default pg_current_xact_id()
  );

  create function note_erasure() returns trigger language plpgsql as $$
  begin
    if exists (select from deleted) then
      insert into erasures default values;
    end if;
    return null;
  end $$;
  ${['users', 'invitations'].map(noteDeletionsIn).join('')}

  drop index users_email;
  alter table users alter column email type varchar, alter column name type varchar;
  alter table users alter column email type text, alter column name type text;
  create unique index users_email on users (lower(email));

  alter table users alter column email set statistics 0, alter column name set statistics 0;
  alter table invitations alter column email set statistics 0;
  alter index users_email alter column 1 set statistics 0;
  alter index invitations_email alter column 2 set statistics 0;`,
};
