import { type SqlMigration, tenantTable } from '@platform/read-store';

/** Places reserved for domains that are being added; see the reservations of keys. */
export const domainLimitMigration: SqlMigration = {
  version: 1763916000002,
  name: 'DomainLimit',
  sql: `
  create table domain_reservations (
    domain_id text primary key,
    workspace_id text not null,
    reserved_at timestamptz(3) not null
  );
  create index domain_reservations_workspace on domain_reservations (workspace_id);
  ${tenantTable('domain_reservations')}

  create function reserve_domain(workspace text, domain text, most int) returns boolean language plpgsql as $$
  declare
    instant timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtextextended('domains/' || workspace, 0));
    instant := waymark_now();
    if exists (select from domains d where d.id = domain and d.deleted_at is null)
      or exists (select from domain_reservations where domain_id = domain) then
      return true;
    end if;
    delete from domain_reservations r where r.workspace_id = workspace
      and (r.reserved_at <= instant - interval '10 minutes'
        or exists (select from domains d where d.id = r.domain_id and d.deleted_at is null));
    insert into domain_reservations (domain_id, workspace_id, reserved_at)
      select domain, workspace, instant
      where most > (
        select count(*) from (
          select d.id from domains d where d.workspace_id = workspace and d.deleted_at is null
          union all
          select r.domain_id from domain_reservations r where r.workspace_id = workspace
            and not exists (select from domains d where d.id = r.domain_id and d.deleted_at is null)
        ) as taken
      );
    return found;
  end $$;`,
};
