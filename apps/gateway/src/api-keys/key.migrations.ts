import { type SqlMigration, tenantTable } from '@platform/read-store';

/** Telemetry, which no rebuild of the read model touches. */
const keyUsage: SqlMigration = {
  version: 1763683200100,
  name: 'KeyUsage',
  sql: `
  create table key_usage (
    key_id text primary key,
    workspace_id text not null,
    request_count bigint not null,
    last_used_at timestamptz(3) not null
  ) with (fillfactor = 70);
  ${tenantTable('key_usage')}

  create table key_usage_writers (
    writer uuid primary key,
    batch bigint not null,
    written_at timestamptz not null
  );`,
};

/**
 * Places reserved for keys that are being made. One statement counts live keys and reservations in one snapshot, so a
 * key that reaches the read model meanwhile counts once. The lock comes first: each later statement sees all commits of
 * the lock's earlier holders.
 */
const keyReservations: SqlMigration = {
  version: 1763683200101,
  name: 'KeyReservations',
  sql: `
  create table key_reservations (
    key_id text primary key,
    workspace_id text not null,
    reserved_at timestamptz(3) not null
  );
  create index key_reservations_workspace on key_reservations (workspace_id);
  ${tenantTable('key_reservations')}

  create function reserve_key(workspace text, key text, most int) returns boolean language plpgsql as $$
  declare
    instant timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtextextended('keys/' || workspace, 0));
    instant := waymark_now();
    if exists (select from api_keys where id = key) or exists (select from key_reservations where key_id = key) then
      return true;
    end if;
    delete from key_reservations r where r.workspace_id = workspace
      and (r.reserved_at <= instant - interval '10 minutes' or exists (select from api_keys k where k.id = r.key_id));
    insert into key_reservations (key_id, workspace_id, reserved_at)
      select key, workspace, instant
      where most > (
        select count(*) from (
          select k.id from api_keys k where k.workspace_id = workspace and k.revoked_at is null
            and (k.expiration is null or k.expiration > instant) and (k.grace_ends_at is null or k.grace_ends_at > instant)
          union all
          select r.key_id from key_reservations r where r.workspace_id = workspace
            and not exists (select from api_keys k where k.id = r.key_id)
        ) as taken
      );
    return found;
  end $$;`,
};

/** The same, with `key_is_valid`, which alone decides what a valid key is. */
const reserveValidKeys: SqlMigration = {
  version: 1763812100002,
  name: 'ReserveValidKeys',
  sql: `
  create or replace function reserve_key(workspace text, key text, most int) returns boolean language plpgsql as $$
  declare
    instant timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtextextended('keys/' || workspace, 0));
    instant := waymark_now();
    if exists (select from api_keys where id = key) or exists (select from key_reservations where key_id = key) then
      return true;
    end if;
    delete from key_reservations r where r.workspace_id = workspace
      and (r.reserved_at <= instant - interval '10 minutes' or exists (select from api_keys k where k.id = r.key_id));
    insert into key_reservations (key_id, workspace_id, reserved_at)
      select key, workspace, instant
      where most > (
        select count(*) from (
          select k.id from api_keys k where k.workspace_id = workspace and key_is_valid(k.revoked_at, k.expiration, k.grace_ends_at, instant)
          union all
          select r.key_id from key_reservations r where r.workspace_id = workspace
            and not exists (select from api_keys k where k.id = r.key_id)
        ) as taken
      );
    return found;
  end $$;`,
};

/** The same, by the index of the keys that are not revoked: those that have expired are not read. */
const reserveAmongMany: SqlMigration = {
  version: 1764000000102,
  name: 'ReserveAmongMany',
  sql: `
  create or replace function reserve_key(workspace text, key text, most int) returns boolean language plpgsql as $$
  declare
    instant timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtextextended('keys/' || workspace, 0));
    instant := waymark_now();
    if exists (select from api_keys where id = key) or exists (select from key_reservations where key_id = key) then
      return true;
    end if;
    delete from key_reservations r where r.workspace_id = workspace
      and (r.reserved_at <= instant - interval '10 minutes' or exists (select from api_keys k where k.id = r.key_id));
    insert into key_reservations (key_id, workspace_id, reserved_at)
      select key, workspace, instant
      where most > (
        select count(*) from (
          select k.id from (
            select * from api_keys where workspace_id = workspace and revoked_at is null and expiration is null
            union all
            select * from api_keys where workspace_id = workspace and revoked_at is null and expiration > instant
          ) k where key_is_valid(k.revoked_at, k.expiration, k.grace_ends_at, instant)
          union all
          select r.key_id from key_reservations r where r.workspace_id = workspace
            and not exists (select from api_keys k where k.id = r.key_id)
        ) as taken
      );
    return found;
  end $$;`,
};

export const keyMigrations: readonly SqlMigration[] = [keyUsage, keyReservations, reserveValidKeys, reserveAmongMany];
