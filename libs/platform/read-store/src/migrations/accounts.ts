import { type SqlMigration, tenantTable } from '../sql-migration';

/** People and their sessions: plain tables and no events, because personal data must be erasable. Hashes are SHA-256 or argon2id. */
export const accounts: SqlMigration = {
  version: 1763683200007,
  name: 'Accounts',
  sql: `
  create table users (
    id text primary key,
    email text not null,
    name text,
    password_hash text not null,
    created_at timestamptz(3) not null
  );
  create unique index users_email on users (lower(email));

  create table memberships (
    workspace_id text not null,
    user_id text not null references users on delete cascade,
    role text not null check (role in ('owner', 'member', 'viewer')),
    created_at timestamptz(3) not null,
    primary key (workspace_id, user_id)
  );
  create index memberships_of_user on memberships (user_id);
  ${tenantTable('memberships')}

  create table sessions (
    id text primary key,
    user_id text not null references users on delete cascade,
    workspace_id text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    revoked_at timestamptz(3)
  );
  create index sessions_of_user on sessions (user_id);
  ${tenantTable('sessions')}

  create table refresh_tokens (
    hash bytea primary key check (length(hash) = 32),
    session_id text not null references sessions on delete cascade,
    issued_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    spent_at timestamptz(3)
  );
  create index refresh_tokens_of_session on refresh_tokens (session_id);`,
};
