import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * Pending invitations: a row is deleted when its invitation is accepted, withdrawn, replaced or expired, because the
 * address is personal data. It goes with the membership of its inviter, too: an owner who was removed could hold the
 * token of a way back. `token_hash` is an HMAC-SHA256 with the pepper.
 */
export const invitations: SqlMigration = {
  version: 1763901000001,
  name: 'Invitations',
  sql: `
  create table invitations (
    id text primary key,
    workspace_id text not null,
    email text not null,
    role text not null check (role in ('owner', 'member', 'viewer')),
    token_hash bytea not null unique check (length(token_hash) = 32),
    invited_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    foreign key (workspace_id, invited_by) references memberships (workspace_id, user_id) on delete cascade
  );
  create unique index invitations_email on invitations (workspace_id, lower(email));
  create index invitations_inviter on invitations (workspace_id, invited_by);
  create index invitations_expiry on invitations (expires_at);
  ${tenantTable('invitations')}`,
};
