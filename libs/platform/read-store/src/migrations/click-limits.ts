import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * `link_slots` counts the redirects of links with a click limit. `reached_limits` has the limits that are reached and not
 * recorded yet: the scheduler records them and deletes the rows. No event makes either, so no rebuild touches them.
 */
export const clickLimits: SqlMigration = {
  version: 1763907000001,
  name: 'ClickLimits',
  sql: `
  create table link_slots (
    link_id text primary key,
    workspace_id text not null,
    taken bigint not null
  );
  ${tenantTable('link_slots')}

  create table reached_limits (
    id text not null,
    workspace_id text not null,
    stream text not null,
    kind text not null check (kind = 'limit'),
    click_limit int not null,
    taken bigint not null,
    due_at timestamptz(3) not null,
    primary key (id, click_limit)
  );
  create index reached_limits_due on reached_limits (due_at);
  ${tenantTable('reached_limits')}

  -- Takes slots for visitors of links, and returns how many each link had left before: each gets the lesser of that and
  -- what it wants. null: it has no limit. A link that wants 0 is only looked at. The limit is the one of links, unless the
  -- caller knows a later revision of the link. Clicks from before the limit count. Links are locked in the order of ids,
  -- and the limit is read under the lock.
  create function take_slots(ids text[], workspaces text[], revisions bigint[], limits int[], wanted int[])
  returns bigint[] language plpgsql set lock_timeout = '800ms' as $$
  declare
    one record;
    used bigint;
    most int;
    reached int;
    remaining bigint[] := array_fill(null::bigint, array[cardinality(ids)]);
  begin
    for one in
      select * from unnest(ids, workspaces, revisions, limits, wanted) with ordinality as t(id, workspace, revision, most, wanted, nth)
      order by t.id collate "C"
    loop
      if one.wanted > 0 then
        insert into link_slots (link_id, workspace_id, taken) values (one.id, one.workspace, 0) on conflict do nothing;
        perform from link_slots where link_id = one.id for update;
      end if;
      select greatest(coalesce(s.taken, 0), coalesce(c.clicks, 0)),
        case when l.revision >= one.revision then l.click_limit else one.most end, l.limit_reached
      into used, most, reached
      from (select one.id) as this
      left join links l on l.id = this.id
      left join link_slots s on s.link_id = this.id
      left join link_counters c on c.link_id = this.id;
      if most is not null then
        remaining[one.nth] := greatest(most - used, 0);
      end if;
      if one.wanted > 0 then
        used := used + greatest(least(one.wanted, coalesce(most - used, one.wanted)), 0);
        update link_slots set taken = greatest(taken, used) where link_id = one.id;
      end if;
      if used >= most and coalesce(reached, 0) < most then
        -- A visitor whose click cannot be kept returns the slot before that.
        insert into reached_limits (id, workspace_id, stream, kind, click_limit, taken, due_at)
        values (one.id, one.workspace, 'link-' || substr(one.id, 6), 'limit', most, used, waymark_now() + interval '250 milliseconds')
        on conflict do nothing;
      end if;
    end loop;
    return remaining;
  end $$;

  -- Returns slots whose visitors were not redirected. A limit that is being recorded at the moment stays recorded.
  create function return_slots(ids text[], unused int[]) returns void language plpgsql set lock_timeout = '800ms' as $$
  begin
    perform from link_slots where link_id = any(ids) order by link_id collate "C" for update;
    update link_slots s set taken = greatest(s.taken - r.unused, 0)
    from unnest(ids, unused) as r(id, unused) where s.link_id = r.id;
    delete from reached_limits where ctid = any(array(
      select r.ctid from reached_limits r join link_slots s on s.link_id = r.id
      where r.id = any(ids) and s.taken < r.click_limit for update of r skip locked));
  end $$;`,
};
