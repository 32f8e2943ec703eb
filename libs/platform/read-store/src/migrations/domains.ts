import { type SqlMigration, tenantTable } from '../sql-migration';

/**
 * `domains` and `hostnames` are read models. `domain_checks` holds what checks of DNS have found: telemetry, which no
 * rebuild touches.
 */
export const domains: SqlMigration = {
  version: 1763916000001,
  name: 'Domains',
  sql: `
  create table domains (
    id text primary key,
    workspace_id text not null,
    hostname text not null,
    token text not null,
    status text not null check (status in ('pending', 'verified', 'failed')),
    root_url text,
    not_found_url text,
    expired_url text,
    apple_app_site_association jsonb,
    assetlinks jsonb,
    primary_since timestamptz(3),
    verified_at timestamptz(3),
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    revision bigint not null
  );
  create index domains_newest on domains (workspace_id, created_at, id);
  create index domains_hostname on domains (hostname);
  ${tenantTable('domains')}

  create table hostnames (
    id text primary key,
    workspace_id text not null,
    domain_id text not null,
    stream text not null,
    created_at timestamptz(3) not null,
    revision bigint not null
  );
  create index hostnames_newest on hostnames (workspace_id, created_at, id);
  ${tenantTable('hostnames')}

  create table domain_checks (
    domain_id text primary key,
    workspace_id text not null,
    token text not null,
    checked_at timestamptz(3) not null,
    result text not null check (result in ('found', 'missing', 'unreachable')),
    misses int not null,
    first_missed_at timestamptz(3),
    due_at timestamptz(3) not null
  );
  create index domain_checks_due on domain_checks (due_at);
  ${tenantTable('domain_checks')}

  -- The hostnames on which links resolve, with their domains.
  create view live_domains with (security_invoker = true) as
    select d.* from domains d join hostnames h on h.id = d.hostname and h.domain_id = d.id
    where d.status = 'verified' and d.deleted_at is null;

  -- Records what a check has found, and returns whether the record has been missing for good: three times or more, for
  -- 48 hours or longer. Trouble of a resolver counts as nothing. A token of its own starts a count of its own.
  create function note_domain_check(domain text, workspace text, sought text, outcome text) returns boolean language plpgsql as $$
  declare
    instant timestamptz := waymark_now();
    noted domain_checks;
  begin
    insert into domain_checks as c (domain_id, workspace_id, token, checked_at, result, misses, first_missed_at, due_at)
    values (domain, workspace, sought, instant, outcome, case outcome when 'missing' then 1 else 0 end,
      case outcome when 'missing' then instant end, instant + interval '24 hours')
    on conflict (domain_id) do update set
      token = excluded.token,
      checked_at = excluded.checked_at,
      result = excluded.result,
      misses = excluded.misses + case when c.token = sought and outcome <> 'found' then c.misses else 0 end,
      first_missed_at = case when c.token = sought and outcome <> 'found' then coalesce(c.first_missed_at, excluded.first_missed_at)
        else excluded.first_missed_at end,
      due_at = case when outcome = 'unreachable' then instant + interval '1 hour' else excluded.due_at end
    returning * into noted;
    return outcome = 'missing' and noted.misses >= 3 and noted.first_missed_at <= instant - interval '48 hours';
  end $$;`,
};
