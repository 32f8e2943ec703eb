import type { SqlMigration } from '../sql-migration';

/**
 * A link's id is that of its alias. After a link was undone, as by a return to an older copy of the events, another
 * workspace may have one with its id, and has all of its slots.
 */
export const slotsOfUndoneLinks: SqlMigration = {
  version: 1764200000002,
  name: 'SlotsOfUndoneLinks',
  sql: `
  -- Takes slots for visitors of links, and returns how many each link had left before: each gets the lesser of that and
  -- what it wants. null: it has no limit. A link that wants 0 is only looked at. The limit is the one of links, unless the
  -- caller knows a later revision of the link. Clicks from before the limit count, but none on an undone link of another
  -- workspace. Links are locked in the order of ids, and the limit is read under the lock.
  create or replace function take_slots(ids text[], workspaces text[], revisions bigint[], limits int[], wanted int[])
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
        insert into link_slots as kept (link_id, workspace_id, taken) values (one.id, one.workspace, 0)
        on conflict (link_id) do update set workspace_id = excluded.workspace_id, taken = 0
        where kept.workspace_id <> excluded.workspace_id
          and not exists (select from links l where l.id = kept.link_id and l.workspace_id = kept.workspace_id);
        perform from link_slots where link_id = one.id for update;
      end if;
      select greatest(coalesce(s.taken, 0), coalesce(c.clicks, 0)),
        case when l.revision >= one.revision then l.click_limit else one.most end, l.limit_reached
      into used, most, reached
      from (select one.id) as this
      left join links l on l.id = this.id and l.workspace_id = one.workspace
      left join link_slots s on s.link_id = this.id and s.workspace_id = one.workspace
      left join link_counters c on c.link_id = this.id and c.workspace_id = one.workspace;
      if most is not null then
        remaining[one.nth] := greatest(most - used, 0);
      end if;
      if one.wanted > 0 then
        used := used + greatest(least(one.wanted, coalesce(most - used, one.wanted)), 0);
        update link_slots set taken = greatest(taken, used) where link_id = one.id and workspace_id = one.workspace;
      end if;
      if used >= most and coalesce(reached, 0) < most
        and not exists (select from links l where l.id = one.id and l.workspace_id <> one.workspace) then
        -- A visitor whose click cannot be kept returns the slot before that.
        insert into reached_limits (id, workspace_id, stream, kind, click_limit, taken, due_at)
        values (one.id, one.workspace, 'link-' || substr(one.id, 6), 'limit', most, used, waymark_now() + interval '250 milliseconds')
        on conflict do nothing;
      end if;
    end loop;
    return remaining;
  end $$;`,
};
