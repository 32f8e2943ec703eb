import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * A deleted workspace keeps its rows until it is purged, and `authorize` refuses its credentials: a key as a revoked one.
 * A session has the permission `former_<role>`. It suffices for the requirements `former_read` and `former_owner`, which
 * a member of a workspace that is not deleted meets as if they were `read` and `owner`.
 */
export const deletedWorkspaces: SqlMigration = {
  version: 1763902000001,
  name: 'DeletedWorkspaces',
  sql: `
  alter table workspaces
    add column deleted_at timestamptz(3), add column purge_at timestamptz(3), add column purged_at timestamptz(3);
  create index workspaces_deleted on workspaces (deleted_at) where deleted_at is not null;

  -- Kept by the projector from workspace events, read by the scheduler.
  create table workspace_timers (
    id text primary key,
    workspace_id text not null,
    stream text not null,
    kind text not null check (kind = 'purge'),
    due_at timestamptz(3) not null,
    revision bigint not null
  );
  create index workspace_timers_due on workspace_timers (due_at);
  ${tenantTable('workspace_timers')}

  create or replace function permits(permission text, required text) returns boolean language sql immutable as $$
    select coalesce(
      (permission not like 'former%' or required like 'former%') and (
        permission in ('owner', 'former_owner')
        or required in ('read', 'former_read')
          and permission in ('read', 'viewer', 'read_write', 'member', 'former_viewer', 'former_member')
        or required in ('write', 'keys') and permission in ('read_write', 'member')), false)
  $$;

  create or replace function resolve_credentials(
    token_hashes bytea[], session_ids text[], user_ids text[], workspace_ids text[]
  ) returns resolved_credential[] language plpgsql as $$
  begin
    return array(
      select row(
        case
          when k.id is null and m.user_id is null then 'unknown'
          when key_status(coalesce(k.revoked_at, s.revoked_at), null, null, '-infinity') = 'revoked' then 'revoked'
          when w.id is null
            or 'apikey-' || k.lineage in (select stream from parked_streams where read_model = 'api_keys')
            or 'workspace-' || substr(w.id, 4) in (select stream from parked_streams where read_model = 'workspaces')
            then 'unavailable'
          when k.id is not null and w.deleted_at is not null then 'revoked'
        end,
        w.id, w.plan,
        case when k.id is not null then 'api_key' else 'user' end, coalesce(k.id, m.user_id),
        coalesce(k.scope, case when w.deleted_at is not null then 'former_' || m.role else m.role end),
        case when k.id is not null then key_status(null, null, k.grace_ends_at, '-infinity') end,
        coalesce(k.expiration, s.expires_at), k.grace_ends_at
      )::resolved_credential
      from unnest(token_hashes, session_ids, user_ids, workspace_ids)
        with ordinality as r (token_hash, session_id, user_id, workspace_id, nth)
      left join api_keys k on k.token_hash = r.token_hash
      left join sessions s on s.id = r.session_id and s.user_id = r.user_id
      left join memberships m on m.workspace_id = r.workspace_id and m.user_id = s.user_id
      left join workspaces w on w.id = case when k.id is not null then k.workspace_id else m.workspace_id end
      order by r.nth);
  end $$;`,
};
