import { type SqlMigration, tenantTable } from '../sql-migration';

/** What a link counts in: `live`, its tags and its campaign while it is not deleted, and the UTC hour of creation. */
const COUNTED_IN = (link: string) => `cross join lateral (
    select 'live' as kind, '' as key where ${link}.deleted_at is null
    union all select 'tag', tag from unnest(${link}.tags) tag where ${link}.deleted_at is null
    union all select 'campaign', ${link}.campaign_id
      where ${link}.deleted_at is null and ${link}.campaign_id is not null
    union all select 'hour', to_char(${link}.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24')
  ) as place`;

const ADDED = `select n.workspace_id, kind, key, 1 as change from new_links n ${COUNTED_IN('n')}`;
const REMOVED = `select o.workspace_id, kind, key, -1 as change from old_links o ${COUNTED_IN('o')}`;

const counting = (changes: string): string => `
      insert into link_counts as c (workspace_id, kind, key, links)
        select workspace_id, kind, key, sum(change) from (${changes}) as changes
        group by workspace_id, kind, key having sum(change) <> 0
      on conflict (workspace_id, kind, key) do update set links = c.links + excluded.links`;

/** As {@link counting}, where counts may fall to nothing. */
const discounting = (changes: string): string => `
    for counted in ${counting(changes)}
      returning c.*
    loop
      if counted.links = 0 then
        delete from link_counts c
          where (c.workspace_id, c.kind, c.key) = (counted.workspace_id, counted.kind, counted.key);
      end if;
    end loop`;

const TAGGED = `
    insert into link_tags (workspace_id, tag, created_at, link_id)
      select distinct n.workspace_id, tag, n.created_at, n.id from new_links n, unnest(n.tags) tag
      where n.deleted_at is null`;
const UNTAGGED = `
    delete from link_tags t using old_links o, unnest(o.tags) tag
      where (t.workspace_id, t.tag, t.created_at, t.link_id) = (o.workspace_id, tag.tag, o.created_at, o.id)`;

/** Whether an update moves a link to other places. Most do not. */
const moved = (one: string, other: string, rows: string): string => `
      and exists (select from ${rows} ${other} where ${other}.id = ${one}.id and (${other}.workspace_id, ${other}.tags,
        ${other}.created_at, ${other}.deleted_at is null) is distinct from (${one}.workspace_id, ${one}.tags,
        ${one}.created_at, ${one}.deleted_at is null))`;

const TABLES = {
  insert: 'new table as new_links',
  update: 'old table as old_links new table as new_links',
  delete: 'old table as old_links',
};

/** A trigger; it does nothing where a statement has changed no row, which is so most of the time. */
const counter = (event: keyof typeof TABLES, body: string): string => `
  create function count_links_on_${event}() returns trigger language plpgsql as $$
  declare
    counted link_counts;
  begin
    if not exists (select from ${event === 'delete' ? 'old_links' : 'new_links'}) then
      return null;
    end if;
    ${body}
    return null;
  end $$;
  create trigger count_links_on_${event} after ${event} on links referencing ${TABLES[event]}
    for each statement execute function count_links_on_${event}();`;

/**
 * How many links a workspace has, in all, by tag, by campaign and by hour of creation, and which links have a tag.
 * Triggers keep both in the transaction that writes the links, whether a projector or a rebuild does; so they are as
 * exact as a count, and cost the same for ten links and a million. Row-level security keeps the conditions on an array
 * of tags away from indexes, but not the equality of a text.
 */
export const linkCounts: SqlMigration = {
  version: 1763940000001,
  name: 'LinkCounts',
  sql: `
  create table link_counts (
    workspace_id text not null,
    kind text not null,
    key text collate "C" not null,
    links bigint not null,
    primary key (workspace_id, kind, key)
  ) with (fillfactor = 70);
  create table link_tags (
    workspace_id text not null,
    tag text collate "C" not null,
    created_at timestamptz(3) not null,
    link_id text not null,
    primary key (workspace_id, tag, created_at, link_id)
  );
  lock table links in share row exclusive mode;
  insert into link_counts (workspace_id, kind, key, links)
    select n.workspace_id, kind, key, count(*) from links n ${COUNTED_IN('n')} group by n.workspace_id, kind, key;
  ${TAGGED.replaceAll('new_links', 'links')};
  ${counter('insert', `${counting(ADDED)};${TAGGED};`)}
  ${counter('delete', `${discounting(REMOVED)};${UNTAGGED};`)}
  ${counter(
    'update',
    `${discounting(`${ADDED} union all ${REMOVED}`)};
    ${UNTAGGED}${moved('o', 'n', 'new_links')};
    ${TAGGED}${moved('n', 'o', 'old_links')};`,
  )}
  ${tenantTable('link_counts')}
  ${tenantTable('link_tags')}
  create index links_archived on links (workspace_id, created_at desc, id desc) where archived_at is not null;
  create index links_deleted on links (workspace_id, created_at desc, id desc) where deleted_at is not null;
  create index links_disabled on links (workspace_id, created_at desc, id desc) where disabled_at is not null;
  create index links_ending on links (workspace_id, created_at desc, id desc)
    where expires_at is not null or limit_reached is not null;`,
};
