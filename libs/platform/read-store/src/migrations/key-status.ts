import type { SqlMigration } from '../sql-migration';

/** Column names for the fields of our composite types, which unnest returns. */
const CREDENTIAL =
  'refusal, workspace_id, plan, actor_type, actor_id, permission, key_status, expires_at, grace_ends_at';
const RATE = 'rate_limit, rate_remaining, rate_reset_at, retry_after_ms';

/**
 * The status of a key at an instant, defined once for all of SQL; a spec compares it with `keyStatusAt` of contexts/keys.
 * Postgres inlines these functions, so a condition may use an index as before. `authorize` judges twice, as before:
 * first at '-infinity', before it reads the clock, so that it refuses nothing for its time; then at the instant.
 */
export const keyStatus: SqlMigration = {
  version: 1763812100001,
  name: 'KeyStatus',
  sql: `
  create function key_status(
    revoked_at timestamptz, expiration timestamptz, grace_ends_at timestamptz, instant timestamptz
  ) returns text language sql immutable parallel safe as $$
    select case
      when revoked_at is not null then 'revoked'
      when expiration <= instant then 'expired'
      when grace_ends_at <= instant then 'revoked'
      when grace_ends_at is not null then 'grace'
      else 'active'
    end
  $$;

  create function key_is_valid(
    revoked_at timestamptz, expiration timestamptz, grace_ends_at timestamptz, instant timestamptz
  ) returns boolean language sql immutable parallel safe as $$
    select key_status(revoked_at, expiration, grace_ends_at, instant) in ('active', 'grace')
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
            or 'workspace-' || substr(w.id, 4) in (select stream from parked_streams where read_model = 'workspaces') then 'unavailable'
        end,
        w.id, w.plan,
        case when k.id is not null then 'api_key' else 'user' end, coalesce(k.id, m.user_id),
        coalesce(k.scope, m.role),
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
  end $$;

  create or replace function authorize(
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
      select coalesce(refusal, case key_status(null, expires_at, grace_ends_at, instant) when 'expired' then 'expired' when 'revoked' then 'grace_over' end)
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
