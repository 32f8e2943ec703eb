import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * An exact sliding log. The requests of a workspace are numbered 0, 1, 2…; slot n mod capacity holds the time of
 * request n. `taken` is the next number, `oldest` the first one that may still be within the last 60 s. A ring is as
 * large as the largest limit its workspace has had: a smaller plan uses fewer of its slots, a larger one widens it.
 *
 * The window is half-open: of requests at t and t + 60 s exactly, the second no longer counts the first. Callers hold
 * the workspace's lock and have read `instant` after taking it, so times never decrease along a ring.
 */
export const rateLimit: SqlMigration = {
  version: 1763683200009,
  name: 'RateLimit',
  sql: `
  create table rate_rings (
    workspace_id text primary key,
    capacity int not null,
    taken bigint not null,
    oldest bigint not null,
    oldest_at timestamptz(3) not null
  ) with (fillfactor = 50);
  create table rate_slots (
    workspace_id text not null,
    slot int not null,
    at timestamptz(3) not null,
    primary key (workspace_id, slot)
  ) with (fillfactor = 50);
  ${tenantTable('rate_rings')}
  ${tenantTable('rate_slots')}

  create function plan_limit(plan text) returns int language sql immutable as $$
    select case plan when 'enterprise' then null when 'pro' then 1000 else 100 end
  $$;

  create function widen_ring(workspace text, narrow int, wide int, first bigint, next bigint) returns void language plpgsql as $$
  declare
    times timestamptz[] := array(
      select s.at from generate_series(first, next - 1) as n
      join rate_slots s on s.workspace_id = workspace and s.slot = n % narrow
      order by n
    );
  begin
    delete from rate_slots where workspace_id = workspace;
    insert into rate_slots
      select workspace, (first + t.nth - 1) % wide, t.at from unnest(times) with ordinality as t (at, nth);
    update rate_rings set capacity = wide where workspace_id = workspace;
  end $$;

  create type rate_verdict as (rate_limit int, rate_remaining int, rate_reset_at timestamptz, retry_after_ms int);

  -- One verdict per request, null where the workspace is null; refused if it has a retry_after_ms. A refusal writes nothing.
  create function take_slots(workspaces text[], mosts int[], instant timestamptz) returns rate_verdict[] language plpgsql as $$
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
      while r.oldest < r.taken and r.oldest_at <= instant - period loop
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
          r.most, greatest(r.most - used - least(t, granted), 0), r.oldest_at + period,
          case when t > granted then ceil(extract(epoch from freed_at + period - instant) * 1000) end
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
  end $$;`,
};
