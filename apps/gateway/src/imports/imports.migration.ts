import { type SqlMigration, tenantTable } from '@platform/read-store';

/**
 * `imports` are the jobs. `import_uploads` and `import_chunks` hold a file from its first byte until its job has ended,
 * so that any gateway can run the job; `import_errors` the rows that failed, until the job is forgotten. The holder of
 * a lease runs the job. The unique index lets one job of a workspace run at a time.
 */
export const importsMigration: SqlMigration = {
  version: 1763913000001,
  name: 'Imports',
  sql: `
  create table import_uploads (
    id uuid primary key,
    workspace_id text not null,
    started_at timestamptz(3) not null default clock_timestamp()
  );
  create index import_uploads_workspace on import_uploads (workspace_id);
  ${tenantTable('import_uploads')}

  create table import_chunks (
    upload_id uuid not null references import_uploads (id) on delete cascade,
    workspace_id text not null,
    nth int not null,
    bytes bytea not null,
    primary key (upload_id, nth)
  );
  ${tenantTable('import_chunks')}

  create table imports (
    id text primary key,
    workspace_id text not null,
    upload_id uuid references import_uploads (id) on delete set null,
    status text not null check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
    file jsonb not null,
    domain text,
    actor jsonb not null,
    request_id text not null,
    total int,
    done int not null default 0,
    created int not null default 0,
    failed int not null default 0,
    attempts int not null default 0,
    cancelling boolean not null default false,
    holder uuid,
    lease_until timestamptz(3),
    created_at timestamptz(3) not null,
    ended_at timestamptz(3)
  );
  create index imports_of_workspace on imports (workspace_id, created_at desc, id desc);
  create unique index imports_running on imports (workspace_id) where status = 'running';
  create index imports_waiting on imports (created_at, id) where status in ('queued', 'running');
  create index imports_upload on imports (upload_id) where upload_id is not null;
  create index imports_ended on imports (ended_at) where ended_at is not null;
  ${tenantTable('imports')}

  -- "row" is 0 for a fault of the whole file. "values" is the row as the file has it, as JSON.
  create table import_errors (
    import_id text not null references imports (id) on delete cascade,
    workspace_id text not null,
    "row" int not null,
    line int,
    code text not null,
    message text not null,
    "values" text not null,
    primary key (import_id, "row")
  );
  ${tenantTable('import_errors')}`,
};

/** `turn_at` is when a job last gave way to others: it is queued behind those that have waited for longer. */
export const importTurns: SqlMigration = {
  version: 1764340000011,
  name: 'ImportTurns',
  sql: 'alter table imports add column turn_at timestamptz(3)',
};
