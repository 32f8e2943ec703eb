/**
 * One forward step of the schema. Steps run once, in order of version, each in a transaction of its own, as the owner.
 */
export interface SqlMigration {
  /** Thirteen digits, unique over all libraries: milliseconds since 1970 of when it was written. */
  readonly version: number;
  /** Letters only; it names the step in the table `schema_migrations`. */
  readonly name: string;
  /** Any number of statements. */
  readonly sql: string;
}

/**
 * The statements that separate a table by workspace: a connection sees and writes only the rows of the workspace in its
 * setting `waymark.workspace`, all rows if it is '*', none if it is absent. The setting is read once per statement.
 */
export const tenantTable = (table: string, column = 'workspace_id'): string => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy one_workspace on ${table} using (
    ${column} = (select current_setting('waymark.workspace', true))
    or (select current_setting('waymark.workspace', true)) = '*'
  );`;
