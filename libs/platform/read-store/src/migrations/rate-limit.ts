import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * An exact sliding log. The requests of a workspace are numbered 0, 1, 2…; the time of request n stands in slot
 * n mod capacity. `taken` is the next number, `oldest` the first one that may still be within the last 60 s. A ring is as
 * large as the largest limit its workspace has had: a smaller plan looks at fewer of its slots, a larger one widens it.
 *
 * The window is half-open: of requests at t and t + 60 s exactly, the second no longer counts the first. Who calls these
 * functions holds the workspace's lock, and has read `instant` after taking it: so times never fall along a ring.
 */
export const rateLimit: SqlMigration = {
  version: 1763683200009,
  name: 'RateLimit',
  sql: `
  create table rate_rings (
    workspace_id text primary key,
    capacity int not null,
    taken bigint not null,
    oldest bigint not null
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

  create function widen_ring(ring rate_rings, wider int) returns void language plpgsql as $$
  declare
    times timestamptz[] := array(
      select s.at
      from generate_series(ring.oldest, ring.taken - 1) as n
      join rate_slots s on s.workspace_id = ring.workspace_id and s.slot = n % ring.capacity
      order by n
    );
  begin
    delete from rate_slots where workspace_id = ring.workspace_id;
    insert into rate_slots
      select ring.workspace_id, (ring.oldest + t.nth - 1) % wider, t.at from unnest(times) with ordinality as t (at, nth);
    update rate_rings set capacity = wider where workspace_id = ring.workspace_id;
  end $$;

  -- Grants as many of the wanted slots as are free. Writes nothing if that is none.
  create function take_slots(
    workspace text, most int, wanted int, instant timestamptz,
    out granted int, out remaining int, out reset_at timestamptz, out retry_after_ms int
  ) language plpgsql as $$
  declare
    period constant interval := interval '60 seconds';
    ring rate_rings;
    used int;
    first_at timestamptz;
  begin
    select * into ring from rate_rings where workspace_id = workspace;
    if not found then
      ring := row(workspace, most, 0, 0);
    elsif ring.capacity < most then
      perform widen_ring(ring, most);
      ring.capacity := most;
    end if;

    while ring.oldest < ring.taken loop
      select at into first_at from rate_slots where workspace_id = workspace and slot = ring.oldest % ring.capacity;
      exit when first_at > instant - period;
      ring.oldest := ring.oldest + 1;
    end loop;
    used := ring.taken - ring.oldest;
    granted := least(wanted, greatest(most - used, 0));

    if granted > 0 then
      insert into rate_slots
        select workspace, (ring.taken + nth) % ring.capacity, instant from generate_series(0, granted - 1) as nth
        on conflict (workspace_id, slot) do update set at = excluded.at;
      insert into rate_rings values (workspace, ring.capacity, ring.taken + granted, ring.oldest)
        on conflict (workspace_id) do update set taken = excluded.taken, oldest = excluded.oldest;
      ring.taken := ring.taken + granted;
    end if;

    remaining := greatest(most - used - granted, 0);
    reset_at := case when used = 0 then instant else first_at end + period;
    if granted < wanted then
      select ceil(extract(epoch from at + period - instant) * 1000) into retry_after_ms
        from rate_slots where workspace_id = workspace and slot = (ring.taken - most) % ring.capacity;
    end if;
  end $$;`,
};
