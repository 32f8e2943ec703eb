import type { SqlMigration } from '../sql-migration';

/**
 * A clock that is set back by more than a minute leaves times of the future behind. They stand neither in the window of
 * a rate limit nor for a lease: else a workspace would be refused, and an Idempotency-Key in progress, for as long as the
 * clock was set back.
 */
export const clockSteps: SqlMigration = {
  version: 1764100000001,
  name: 'ClockSteps',
  sql: `
  -- One verdict per request, null where the workspace is null; refused if it has a retry_after_ms. A refusal writes nothing.
  create or replace function take_slots(workspaces text[], mosts int[], instant timestamptz) returns rate_verdict[] language plpgsql as $$
  declare
    period constant interval := interval '60 seconds';
    verdicts rate_verdict[] := array_fill(null::rate_verdict, array[cardinality(workspaces)]);
    r record;
    used int;
    granted int;
    freed_at timestamptz;
    changed rate_rings[] := '{}';
    counts int[] := '{}';
  begin
    for r in
      select q.workspace, q.most, q.takers, coalesce(k.capacity, q.most) as capacity, coalesce(k.taken, 0) as taken,
        coalesce(k.oldest, 0) as oldest, k.oldest_at
      from (
        select u.workspace, u.most, array_agg(u.nth order by u.nth) as takers
        from unnest(workspaces, mosts) with ordinality as u (workspace, most, nth)
        where u.workspace is not null group by 1, 2
      ) as q
      left join rate_rings k on k.workspace_id = q.workspace
    loop
      if r.capacity < r.most then
        perform widen_ring(r.workspace, r.capacity, r.most, r.oldest, r.taken);
        r.capacity := r.most;
      end if;
      while r.oldest < r.taken and (r.oldest_at <= instant - period or r.oldest_at > instant + period) loop
        r.oldest := r.oldest + 1;
        r.oldest_at := (select at from rate_slots where workspace_id = r.workspace and slot = r.oldest % r.capacity);
      end loop;
      used := r.taken - r.oldest;
      granted := least(cardinality(r.takers), greatest(r.most - used, 0));
      if used = 0 then
        r.oldest_at := instant;
      end if;
      if granted > 0 then
        changed := changed || row(r.workspace, r.capacity, r.taken, r.oldest, r.oldest_at)::rate_rings;
        counts := counts || granted;
      end if;
      if granted < cardinality(r.takers) then
        freed_at := case when granted >= r.most then instant else
          (select at from rate_slots where workspace_id = r.workspace and slot = (r.taken + granted - r.most) % r.capacity) end;
      end if;
      for t in 1 .. cardinality(r.takers) loop
        verdicts[r.takers[t]] := row(
          r.most, greatest(r.most - used - least(t, granted), 0), least(r.oldest_at, instant) + period,
          case when t > granted then ceil(extract(epoch from least(freed_at, instant) + period - instant) * 1000) end
        )::rate_verdict;
      end loop;
    end loop;

    if cardinality(counts) > 0 then
      insert into rate_slots
        select c.workspace_id, (c.taken + n) % c.capacity, instant
        from unnest(changed, counts) as c (workspace_id, capacity, taken, oldest, oldest_at, granted),
          generate_series(0, c.granted - 1) as n
        on conflict (workspace_id, slot) do update set at = excluded.at;
      insert into rate_rings
        select c.workspace_id, c.capacity, c.taken + c.granted, c.oldest, c.oldest_at
        from unnest(changed, counts) as c (workspace_id, capacity, taken, oldest, oldest_at, granted)
        on conflict (workspace_id) do update set taken = excluded.taken, oldest = excluded.oldest, oldest_at = excluded.oldest_at;
    end if;
    return verdicts;
  end $$;

  create or replace function lease_idempotency_keys(
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
    where k.created_at <= instant - interval '24 hours' or (
      k.status is null and (k.lease_until <= instant or k.lease_until > instant + interval '60 seconds')
    );
  end $$;`,
};
