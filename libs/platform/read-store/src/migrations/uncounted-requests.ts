import type { SqlMigration } from '../sql-migration';
import { CREDENTIAL, RATE } from './sealed-answers';

/**
 * A session may ask for something without a slot of the rate limit: `uncounted_` before what the request requires. It is
 * for what ends an access, which a key that takes all slots must not prevent.
 */
export const uncountedRequests: SqlMigration = {
  version: 1764310000001,
  name: 'UncountedRequests',
  sql: `
  -- As before, but for requests that are not counted.
  create or replace function authorize(
    token_hashes bytea[], session_ids text[], user_ids text[], workspace_ids text[],
    required text[], routes text[], keys text[], command_ids uuid[], earlier_keys text[] default null
  ) returns table (
    credential resolved_credential, rate rate_verdict, outcome text, judged_at timestamptz, idempotency text, command_id uuid,
    row_key text, stored_status int, stored_body_hash bytea, stored_body text, stored_headers jsonb, stored_sealed bytea
  ) language plpgsql set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  declare
    credentials constant resolved_credential[] := resolve_credentials(token_hashes, session_ids, user_ids, workspace_ids);
    outcomes text[];
    rates rate_verdict[];
    instant timestamptz;
    leasing text[];
    row_keys text[] := '{}';
  begin
    perform lock_rings(credentials);
    instant := waymark_now();

    outcomes := array(
      select coalesce(refusal, case key_status(null, expires_at, grace_ends_at, instant) when 'expired' then 'expired' when 'revoked' then 'grace_over' end)
      from unnest(credentials) with ordinality as c (${CREDENTIAL}, nth) order by nth);

    select take_slots(
        array_agg(case when judged is null and plan_limit(plan) is not null
          and not (actor_type = 'user' and required[nth] like 'uncounted%') then c.workspace_id end order by nth),
        array_agg(plan_limit(plan) order by nth), instant) into rates
      from unnest(credentials, outcomes) with ordinality as c (${CREDENTIAL}, judged, nth);

    outcomes := array(
      select case when judged is not null then judged when retry_after_ms is not null then 'rate_limited'
        when not permits(permission, replace(required[nth], 'uncounted_', '')) then 'insufficient_scope' else 'ok' end
      from unnest(credentials, outcomes, rates) with ordinality as c (${CREDENTIAL}, judged, ${RATE}, nth) order by nth);

    leasing := array(
      select case when judged = 'ok' and keys[nth] is not null then c.workspace_id end
      from unnest(credentials, outcomes) with ordinality as c (${CREDENTIAL}, judged, nth) order by nth);
    if array_remove(leasing, null) <> '{}' then
      row_keys := array(
        select case when k.key is not null then k.key when earlier_keys is not null then r.key end
        from unnest(leasing, routes, keys, coalesce(earlier_keys, keys)) with ordinality as r (workspace, route, key, earlier, nth)
        left join idempotency_keys k on k.workspace_id = r.workspace and k.route = r.route and k.key = r.earlier
          and k.created_at > instant - interval '24 hours'
        order by r.nth);
      perform lease_idempotency_keys(
        array(select case when row_keys[nth] is not null then w end from unnest(leasing) with ordinality as l (w, nth) order by nth),
        routes, row_keys, command_ids, instant);
    end if;

    return query
      select credentials[r.nth], rates[r.nth], r.judged, instant,
        case
          when r.workspace is null then 'none'
          when k.holder is null then 'in_progress'
          when k.holder = r.minted and k.command_id = k.holder then 'opened'
          when k.holder = r.minted then 'taken_over'
          when k.status is not null then 'stored'
          else 'in_progress'
        end,
        coalesce(k.command_id, r.minted), k.key, k.status, k.body_hash, k.body, k.headers, k.sealed
      from unnest(outcomes, leasing, routes, row_keys, command_ids)
        with ordinality as r (judged, workspace, route, key, minted, nth)
      left join idempotency_keys k on k.workspace_id = r.workspace and k.route = r.route and k.key = r.key
      order by r.nth;
  end $$;`,
};
