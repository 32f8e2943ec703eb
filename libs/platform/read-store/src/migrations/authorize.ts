import type { SqlMigration } from '../sql-migration';

/** Column names for the fields of our composite types, which unnest returns. */
const CREDENTIAL =
  'refusal, workspace_id, plan, actor_type, actor_id, permission, key_status, expires_at, grace_ends_at';
const RATE = 'rate_limit, rate_remaining, rate_reset_at, retry_after_ms';

/**
 * Judges a batch of requests in one statement: credential, rate limit, scope, idempotency, in this order. It locks the
 * workspaces that have a limit, in the order of their lock, before it reads the clock once for the whole batch.
 * Advisory locks write nothing, so a refusal or a request without a limit or an idempotency key leaves the disk alone.
 *
 * One path serves unknown, revoked and expired credentials, and none of them writes. A parked stream makes what we know
 * of a key or a workspace unusable, but a revoked key stays revoked. Parked streams are few: a batch hashes them once.
 *
 * Postgres keeps its plans, so they are restricted to nested loops over indexes: a plan for small tables would stay
 * when they have grown. With row-level security a condition uses an index only if none of its functions could leak a
 * row (`lower()`, `||` and even `coalesce` could, `case` could not); a spec counts the rows that are read.
 */
export const authorize: SqlMigration = {
  version: 1763683200011,
  name: 'Authorize',
  sql: `
  create type resolved_credential as (
    outcome text, workspace_id text, plan text, actor_type text, actor_id text, permission text, key_status text,
    expires_at timestamptz, grace_ends_at timestamptz
  );

  create function permits(permission text, required text) returns boolean language sql immutable as $$
    select coalesce(permission = 'owner'
      or required = 'read' and permission in ('read', 'viewer', 'read_write', 'member')
      or required in ('write', 'keys') and permission in ('read_write', 'member'), false)
  $$;

  -- What is known of each credential. The outcome is null as long as only the clock can still refuse it.
  create function resolve_credentials(
    token_hashes bytea[], session_ids text[], user_ids text[], workspace_ids text[]
  ) returns resolved_credential[] language plpgsql as $$
  begin
    return array(
      select row(
        case
          when k.id is null and m.user_id is null then 'unknown'
          when coalesce(k.revoked_at, s.revoked_at) is not null then 'revoked'
          when w.id is null
            or 'apikey-' || k.lineage in (select stream from parked_streams where read_model = 'api_keys')
            or 'workspace-' || substr(w.id, 4) in (select stream from parked_streams where read_model = 'workspaces') then 'unavailable'
        end,
        w.id, w.plan,
        case when k.id is not null then 'api_key' else 'user' end, coalesce(k.id, m.user_id),
        coalesce(k.scope, m.role),
        case when k.grace_ends_at is not null then 'grace' when k.id is not null then 'active' end,
        coalesce(k.expiration, s.expires_at), k.grace_ends_at
      )::resolved_credential
      from unnest(token_hashes, session_ids, user_ids, workspace_ids)
        with ordinality as r (token_hash, session_id, user_id, workspace_id, nth)
      left join api_keys k on k.token_hash = r.token_hash
      left join sessions s on s.id = r.session_id and s.user_id = r.user_id
      left join memberships m on m.workspace_id = r.workspace_id and m.user_id = s.user_id
      left join workspaces w on w.id = case when k.id is not null then k.workspace_id else m.workspace_id end
      order by r.nth);
  end $$;

  create function lock_rings(credentials resolved_credential[]) returns void language plpgsql as $$
  declare
    ring record;
  begin
    for ring in
      select distinct hashtextextended('rate/' || c.workspace_id, 0) as lock from unnest(credentials) as c
      where c.outcome is null and plan_limit(c.plan) is not null order by 1
    loop
      perform pg_advisory_xact_lock(ring.lock);
    end loop;
  end $$;

  create function authorize(
    token_hashes bytea[], session_ids text[], user_ids text[], workspace_ids text[],
    required text[], routes text[], keys text[], command_ids uuid[]
  ) returns table (
    credential resolved_credential, rate rate_verdict, outcome text, judged_at timestamptz,
    idempotency text, command_id uuid, stored_status int, stored_body_hash bytea, stored_body text, stored_headers jsonb
  ) language plpgsql set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  declare
    credentials constant resolved_credential[] := resolve_credentials(token_hashes, session_ids, user_ids, workspace_ids);
    outcomes text[];
    rates rate_verdict[];
    instant timestamptz;
    leasing text[];
  begin
    perform lock_rings(credentials);
    instant := waymark_now();

    outcomes := array(
      select coalesce(refusal, case when expires_at <= instant then 'expired' when grace_ends_at <= instant then 'grace_over' end)
      from unnest(credentials) with ordinality as c (${CREDENTIAL}, nth) order by nth);

    select take_slots(
        array_agg(case when judged is null and plan_limit(plan) is not null then c.workspace_id end order by nth),
        array_agg(plan_limit(plan) order by nth), instant) into rates
      from unnest(credentials, outcomes) with ordinality as c (${CREDENTIAL}, judged, nth);

    outcomes := array(
      select case when judged is not null then judged when retry_after_ms is not null then 'rate_limited'
        when not permits(permission, required[nth]) then 'insufficient_scope' else 'ok' end
      from unnest(credentials, outcomes, rates) with ordinality as c (${CREDENTIAL}, judged, ${RATE}, nth) order by nth);

    leasing := array(
      select case when judged = 'ok' and keys[nth] is not null then c.workspace_id end
      from unnest(credentials, outcomes) with ordinality as c (${CREDENTIAL}, judged, nth) order by nth);
    if array_remove(leasing, null) <> '{}' then
      perform lease_idempotency_keys(leasing, routes, keys, command_ids, instant);
    end if;

    return query
      select credentials[r.nth], rates[r.nth], r.judged, instant,
        case
          when k.holder is null then 'none'
          when k.holder = r.minted and k.command_id = k.holder then 'opened'
          when k.holder = r.minted then 'taken_over'
          when k.status is not null then 'stored'
          else 'in_progress'
        end,
        coalesce(k.command_id, r.minted), k.status, k.body_hash, k.body, k.headers
      from unnest(outcomes, leasing, routes, keys, command_ids)
        with ordinality as r (judged, workspace, route, key, minted, nth)
      left join idempotency_keys k on k.workspace_id = r.workspace and k.route = r.route and k.key = r.key
      order by r.nth;
  end $$;`,
};
