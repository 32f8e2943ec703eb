import type { SqlMigration } from '../sql-migration';

/**
 * Judges a batch of requests in one statement: credential, rate limit, scope, idempotency, in this order. It locks the
 * workspaces that have a limit, in the order of their lock, before it reads the clock once for the whole batch; advisory
 * locks, because they write nothing: a refusal and a request without a limit or an idempotency key leave the disk alone.
 *
 * One path serves unknown, revoked and expired credentials, and none of them writes. A parked stream makes what we know
 * of a key or a workspace unusable, but a revoked key stays revoked.
 *
 * Its plans are made once and kept, so they are held to nested loops over indexes: what suits small tables would stay when
 * they have grown. Row-level security lets a condition use an index only if nothing in it could leak a row to a function
 * (`lower()`, `||` and even `coalesce` could, `case` could not); a spec counts the rows that are read.
 */
export const authorize: SqlMigration = {
  version: 1763683200011,
  name: 'Authorize',
  sql: `
  create type authorized as (
    nth int,
    outcome text,
    workspace_id text,
    plan text,
    actor_type text,
    actor_id text,
    permission text,
    key_status text,
    expires_at timestamptz,
    grace_ends_at timestamptz,
    rate_limit int,
    rate_remaining int,
    rate_reset_at timestamptz,
    retry_after_ms int,
    judged_at timestamptz
  );

  create function permits(permission text, required text) returns boolean language sql immutable as $$
    select coalesce(permission = 'owner'
      or required = 'read' and permission in ('read', 'viewer', 'read_write', 'member')
      or required in ('write', 'keys') and permission in ('read_write', 'member'), false)
  $$;

  create function resolve_credentials(
    token_hashes bytea[], session_ids text[], user_ids text[], workspace_ids text[]
  ) returns authorized[] language plpgsql as $$
  begin
    return array(
      select row(
        r.nth,
        case
          when coalesce(k.id, m.user_id) is null then 'unknown'
          when coalesce(k.revoked_at, s.revoked_at) is not null then 'revoked'
          when w.id is null or parked_key.stream is not null or parked_workspace.stream is not null then 'unavailable'
        end,
        w.id, w.plan,
        case when k.id is not null then 'api_key' else 'user' end, coalesce(k.id, m.user_id),
        coalesce(k.scope, m.role),
        case when k.grace_ends_at is not null then 'grace' when k.id is not null then 'active' end,
        coalesce(k.expiration, s.expires_at), k.grace_ends_at,
        null, null, null, null, null
      )::authorized
      from unnest(token_hashes, session_ids, user_ids, workspace_ids)
        with ordinality as r (token_hash, session_id, user_id, workspace_id, nth)
      left join api_keys k on k.token_hash = r.token_hash
      left join sessions s on s.id = r.session_id and s.user_id = r.user_id
      left join memberships m on m.workspace_id = r.workspace_id and m.user_id = s.user_id
      left join workspaces w on w.id = case when k.id is not null then k.workspace_id else m.workspace_id end
      left join parked_streams parked_key
        on parked_key.read_model = 'api_keys' and parked_key.stream = 'apikey-' || k.lineage
      left join parked_streams parked_workspace
        on parked_workspace.read_model = 'workspaces' and parked_workspace.stream = 'workspace-' || w.id
      order by r.nth);
  end $$;

  create function authorize(
    token_hashes bytea[], session_ids text[], user_ids text[], workspace_ids text[],
    required text[], routes text[], keys text[], command_ids uuid[]
  ) returns table (
    answer authorized, idempotency text, command_id uuid, lease_until timestamptz,
    stored_status int, stored_body_hash bytea, stored_body text, stored_headers jsonb
  ) language plpgsql set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  declare
    answers authorized[] := resolve_credentials(token_hashes, session_ids, user_ids, workspace_ids);
    instant timestamptz;
    group_ record;
    slots record;
    i int;
    with_key int[] := '{}';
  begin
    for group_ in
      select distinct hashtextextended('rate/' || a.workspace_id, 0) as lock from unnest(answers) a
      where a.outcome is null and plan_limit(a.plan) is not null order by 1
    loop
      perform pg_advisory_xact_lock(group_.lock);
    end loop;
    instant := waymark_now();

    for i in 1 .. cardinality(answers) loop
      answers[i].judged_at := instant;
      if answers[i].outcome is null and answers[i].expires_at <= instant then
        answers[i].outcome := 'expired';
      elsif answers[i].outcome is null and answers[i].grace_ends_at <= instant then
        answers[i].outcome := 'grace_over';
      end if;
    end loop;

    for group_ in
      select a.workspace_id, plan_limit(a.plan) as most, array_agg(a.nth order by a.nth) as takers from unnest(answers) a
      where a.outcome is null and plan_limit(a.plan) is not null group by 1, 2
    loop
      slots := take_slots(group_.workspace_id, group_.most, cardinality(group_.takers), instant);
      for t in 1 .. cardinality(group_.takers) loop
        i := group_.takers[t];
        answers[i].rate_limit := group_.most;
        answers[i].rate_reset_at := slots.reset_at;
        answers[i].rate_remaining := slots.remaining + greatest(slots.granted - t, 0);
        if t > slots.granted then
          answers[i].outcome := 'rate_limited';
          answers[i].retry_after_ms := slots.retry_after_ms;
        end if;
      end loop;
    end loop;

    for i in 1 .. cardinality(answers) loop
      continue when answers[i].outcome is not null;
      if not permits(answers[i].permission, required[i]) then
        answers[i].outcome := 'insufficient_scope';
      else
        answers[i].outcome := 'ok';
        if keys[i] is not null then
          with_key := with_key || i;
        end if;
      end if;
    end loop;

    if cardinality(with_key) > 0 then
      perform lease_idempotency_keys(
        array_agg((answers[n]).workspace_id order by n), array_agg(routes[n] order by n),
        array_agg(keys[n] order by n), array_agg(command_ids[n] order by n), instant
      ) from unnest(with_key) as n;
    end if;

    return query
      select a,
        case
          when k.holder is null then 'none'
          when k.holder = command_ids[a.nth] and k.command_id = k.holder then 'opened'
          when k.holder = command_ids[a.nth] then 'taken_over'
          when k.status is not null then 'stored'
          else 'in_progress'
        end,
        coalesce(k.command_id, command_ids[a.nth]), k.lease_until,
        k.status, k.body_hash, k.body, k.headers
      from unnest(answers) as a
      left join idempotency_keys k
        on a.nth = any(with_key) and k.workspace_id = a.workspace_id and k.route = routes[a.nth] and k.key = keys[a.nth]
      order by a.nth;
  end $$;`,
};
