import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * One row per idempotency key of a workspace and route. It mints the command id. The holder of its lease executes that
 * command, and the stored answer is final for 24 h. `holder` is the request that holds the lease: it identifies the
 * opener, and keeps an overtaken request from ending a lease that is no longer its own.
 *
 * A row does not know the hash of the body before its answer, because a request is authorized before its body is read.
 * See authorizer.ts for the consequences.
 */
export const idempotency: SqlMigration = {
  version: 1763683200010,
  name: 'Idempotency',
  sql: `
  create table idempotency_keys (
    workspace_id text not null,
    route text not null,
    key text not null,
    command_id uuid not null,
    holder uuid not null,
    created_at timestamptz(3) not null,
    lease_until timestamptz(3) not null,
    body_hash bytea,
    status int,
    body text,
    headers jsonb,
    primary key (workspace_id, route, key)
  ) with (fillfactor = 70);
  create index idempotency_keys_age on idempotency_keys (created_at);
  ${tenantTable('idempotency_keys')}

  -- Opens rows and takes over leases that are over, where a workspace is given. Rows are locked in order of their key, here and when they are settled.
  create function lease_idempotency_keys(
    workspaces text[], routes text[], keys text[], holders uuid[], instant timestamptz
  ) returns void language plpgsql as $$
  begin
    insert into idempotency_keys as k (workspace_id, route, key, command_id, holder, created_at, lease_until)
      select distinct on (workspace, route, key) workspace, route, key, holder, holder, instant, instant + interval '10 seconds'
      from unnest(workspaces, routes, keys, holders) with ordinality as r (workspace, route, key, holder, nth)
      where workspace is not null
      order by workspace, route, key, nth
    on conflict (workspace_id, route, key) do update set
      command_id = case when k.created_at <= instant - interval '24 hours' then excluded.command_id else k.command_id end,
      created_at = case when k.created_at <= instant - interval '24 hours' then excluded.created_at else k.created_at end,
      holder = excluded.holder, lease_until = excluded.lease_until,
      body_hash = null, status = null, body = null, headers = null
    where k.created_at <= instant - interval '24 hours' or (k.status is null and k.lease_until <= instant);
  end $$;

  -- Stores answers (status given) and ends leases (status null), and forgets some rows whose day is over. All this may be
  -- lost in a crash of the server without harm, for a repeat of the command converges by its id: so nobody waits for the disk.
  create function settle_idempotency_keys(
    workspaces text[], routes text[], keys text[], holders uuid[], command_ids uuid[],
    hashes bytea[], statuses int[], bodies text[], headers_ jsonb[]
  ) returns void language plpgsql as $$
  declare
    instant constant timestamptz := waymark_now();
    s record;
  begin
    perform set_config('synchronous_commit', 'off', true);
    for s in
      select * from unnest(workspaces, routes, keys, holders, command_ids, hashes, statuses, bodies, headers_)
        as u (workspace, route, key, holder, command_id, hash, status, body, headers)
      order by workspace, route, key
    loop
      if s.status is null then
        update idempotency_keys k set lease_until = instant
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.holder = s.holder and k.status is null and k.lease_until > instant;
      else
        update idempotency_keys k set status = s.status, body_hash = s.hash, body = s.body, headers = s.headers
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.command_id = s.command_id and k.status is null;
      end if;
    end loop;
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= instant - interval '24 hours'
        order by created_at limit 2 * cardinality(workspaces) for update skip locked));
  end $$;`,
};
