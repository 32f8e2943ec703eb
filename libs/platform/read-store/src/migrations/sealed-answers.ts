import type { SqlMigration } from '../sql-migration';

/** Column names for the fields of our composite types, which unnest returns. */
export const CREDENTIAL =
  'refusal, workspace_id, plan, actor_type, actor_id, permission, key_status, expires_at, grace_ends_at';
export const RATE = 'rate_limit, rate_remaining, rate_reset_at, retry_after_ms';

/**
 * Answers are sealed, and `key` holds `hmac ` and a keyed hash of the Idempotency-Key and its principal. A client's key
 * has no space, so the two formats cannot be confused.
 *
 * A row of an earlier version has the Idempotency-Key itself, and its answer in `body` and `headers`. It is used until
 * its day is over, because a repeat that comes after the upgrade must not execute twice: `authorize` gets both formats
 * of a key and takes the earlier row where there is one. A gateway of the earlier version may still run. It would not
 * find the rows of this version, so it can open no more rows: its clients learn that the request is in progress, and
 * retry until they reach a gateway of this version.
 */
export const sealedAnswers: SqlMigration = {
  version: 1763813000001,
  name: 'SealedAnswers',
  sql: `
  alter table idempotency_keys add column sealed bytea;

  -- Stores answers (status given), forgets rows whose request executed nothing, and ends the other leases. A row that was taken
  -- over is not forgotten, because its first holder may have executed the command. As before, nobody waits for the disk.
  create function settle_idempotency_leases(
    workspaces text[], routes text[], keys text[], holders uuid[], command_ids uuid[],
    hashes bytea[], statuses int[], answers bytea[], executed boolean[]
  ) returns void language plpgsql as $$
  declare
    instant constant timestamptz := waymark_now();
    s record;
  begin
    perform set_config('synchronous_commit', 'off', true);
    for s in
      select * from unnest(workspaces, routes, keys, holders, command_ids, hashes, statuses, answers, executed)
        as u (workspace, route, key, holder, command_id, hash, status, answer, executed)
      order by workspace, route, key
    loop
      if s.status is not null then
        update idempotency_keys k set status = s.status, body_hash = s.hash, sealed = s.answer
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.command_id = s.command_id and k.status is null;
      elsif not s.executed and s.command_id = s.holder then
        delete from idempotency_keys k
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.holder = s.holder and k.status is null;
      else
        update idempotency_keys k set lease_until = instant
          where k.workspace_id = s.workspace and k.route = s.route and k.key = s.key
            and k.holder = s.holder and k.status is null and k.lease_until > instant;
      end if;
    end loop;
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where created_at <= instant - interval '24 hours'
        order by created_at limit 2 * cardinality(workspaces) for update skip locked));
  end $$;

  drop function authorize(bytea[], text[], text[], text[], text[], text[], text[], uuid[]);

  -- As before, but for the two forms of an idempotency key: row_keys has the one under which each request's row is found or opened.
  create function authorize(
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
