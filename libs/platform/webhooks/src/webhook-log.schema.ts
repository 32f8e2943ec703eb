import { type SqlMigration, tenantTable } from '@platform/read-store';

/** Days for which each table of the log is kept. A message outlives a replay of it that was requested on its last day. */
const DAYS_KEPT = { webhook_messages: 61, webhook_deliveries: 30, webhook_attempts: 30 } as const;

export type WebhookLogTable = keyof typeof DAYS_KEPT;
export const WEBHOOK_LOG_TABLES = Object.keys(DAYS_KEPT) as readonly WebhookLogTable[];

/** How far back a replay reaches, in days. */
export const REPLAY_DAYS = 30;

/**
 * What webhooks were sent, and what waits. The three tables of the log have a partition for each UTC day: to forget a day
 * is to drop its partitions. A row of an unexpected day lies in the default partition until the day has its own.
 *
 * - `webhook_messages`: public events of workspaces with webhooks, by the time of the event. `body` is the text that is
 *   signed and sent at each attempt. Events of the event store have a stream; clicks and pings have none.
 * - `webhook_deliveries`: a message for one webhook. `attempt` counts all attempts, `step` those of the present run
 *   through the retry schedule. `nth` is the order in which deliveries were queued.
 * - `webhook_attempts`: lie in the partition of their delivery.
 * - `webhook_subscriptions`: the webhooks as the dispatcher has folded them, and so as of its checkpoint.
 * - `webhook_lanes`: what senders know of each webhook. A sender holds a lane by a lease. `due_at` is never later than
 *   its earliest pending delivery, and `woken` counts the changes that may have moved it. `failures` counts failed attempts
 *   in a row, `failed_deliveries` deliveries in a row that have used up their attempts. `healthy_at` is the last success, or when
 *   the webhook was enabled. Pending deliveries up to `skip_until` (by `nth`) are no longer sent.
 * - `webhook_replays`: makes a repeated request for a replay return the same answer.
 */
export const webhookLog: SqlMigration = {
  version: 1763921000001,
  name: 'WebhookLog',
  sql: `
  create table webhook_messages (
    event_id text not null,
    workspace_id text not null,
    type text not null,
    stream text,
    revision bigint,
    created_at timestamptz(3) not null,
    body text not null,
    primary key (event_id, created_at)
  ) partition by range (created_at);
  create index webhook_messages_of_streams on webhook_messages (workspace_id, created_at) where stream is not null;

  create sequence webhook_deliveries_nth;
  create table webhook_deliveries (
    id text not null,
    webhook_id text not null,
    workspace_id text not null,
    event_id text not null,
    event_at timestamptz(3) not null,
    type text not null,
    stream text,
    status text not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
    replayed boolean not null,
    created_at timestamptz(3) not null,
    nth bigint not null default nextval('webhook_deliveries_nth'),
    attempt int not null default 0,
    step int not null default 0,
    next_attempt_at timestamptz(3),
    failed_at timestamptz(3),
    check ((status = 'pending') = (next_attempt_at is not null)),
    primary key (id, created_at)
  ) partition by range (created_at);
  create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, nth);
  create index webhook_deliveries_of_workspace on webhook_deliveries (workspace_id);
  create index webhook_deliveries_pending on webhook_deliveries (webhook_id, replayed, next_attempt_at, nth)
    where status = 'pending';

  create table webhook_attempts (
    delivery_id text not null,
    created_at timestamptz(3) not null,
    number int not null,
    workspace_id text not null,
    at timestamptz(3) not null,
    duration_ms int not null,
    error text,
    response jsonb,
    primary key (delivery_id, created_at, number)
  ) partition by range (created_at);
  create index webhook_attempts_of_workspace on webhook_attempts (workspace_id);

  create table webhook_subscriptions (
    id text primary key,
    workspace_id text not null,
    stream text not null,
    webhook jsonb not null
  );
  create index webhook_subscriptions_of_workspace on webhook_subscriptions (workspace_id);

  create table webhook_lanes (
    webhook_id text primary key,
    workspace_id text not null,
    due_at timestamptz(3),
    holder uuid,
    leased_until timestamptz(3) not null default '-infinity',
    failures int not null default 0,
    failed_deliveries int not null default 0,
    healthy_at timestamptz(3) not null,
    disable_reason text,
    skip_until bigint,
    woken bigint not null default 0
  ) with (fillfactor = 70);
  create index webhook_lanes_due on webhook_lanes (due_at) where due_at is not null;

  create table webhook_replays (
    id text primary key,
    webhook_id text not null,
    workspace_id text not null,
    events int not null,
    created_at timestamptz(3) not null
  );
  create index webhook_replays_created on webhook_replays (created_at);

  ${[...WEBHOOK_LOG_TABLES, 'webhook_subscriptions', 'webhook_lanes', 'webhook_replays'].map((table) => tenantTable(table)).join('')}
  ${WEBHOOK_LOG_TABLES.map(defaultPartition).join('')}

  -- Makes the partitions of today and the next three days, and drops those that are over. Rows of these days that lie in
  -- the default partition move. The application owns no table, so the function runs with the rights of the owner, and
  -- only for the tables of the log.
  create ${keepWebhookLog()}

  ${WEBHOOK_LOG_TABLES.map((table) => `select keep_webhook_log('${table}');`).join('\n  ')}`,
};

/** A statement that had begun would not know the new partition, and not see the rows that move to it. */
export const LOCK_LOG = `
      execute format('lock table %I in access exclusive mode', log);`;

const UNLESS_FORGETS = `
    if not forgets then
      return;
    end if;`;

function defaultPartition(table: WebhookLogTable): string {
  return `create table ${table}_default partition of ${table} default; ${tenantTable(`${table}_default`)}`;
}

/**
 * @param lock what a later version does before it makes a partition
 * @param forget what a later version does after it has dropped those that are over
 * @param asks whether the caller says if anything may be forgotten, as in a later version
 */
export function keepWebhookLog(lock = '', forget = '', asks = false): string {
  return `function keep_webhook_log(log text${asks ? ', forgets boolean' : ''}) returns void language plpgsql
    security definer set search_path = public, pg_temp set "waymark.workspace" = '*' as $$
  declare
    today date := (public.waymark_now() at time zone 'UTC')::date;
    days int := case log ${Object.entries(DAYS_KEPT)
      .map(([table, days]) => `when '${table}' then ${days}`)
      .join(' ')} end;
    wanted date[];
    day date;
    part text;
  begin
    if days is null then
      raise exception '% is no table of the webhook log', log;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('waymark/' || log, 0));
    execute format('select array(select %L::date + generate_series(0, 3)
      union select (created_at at time zone ''UTC'')::date from %I where created_at >= %L)', today, log || '_default',
      (today - days)::timestamp at time zone 'UTC') into wanted;
    foreach day in array wanted loop
      part := format('%s_%s', log, to_char(day, 'YYYYMMDD'));
      continue when to_regclass(part) is not null;${lock}
      execute format('create table %I (like %I including all)', part, log);
      execute format($one$${tenantTable('%1$I')}$one$, part);
      execute format('with moved as (delete from %I where created_at >= %L and created_at < %L returning *)
        insert into %I select * from moved', log || '_default', day::timestamp at time zone 'UTC',
        (day + 1)::timestamp at time zone 'UTC', part);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', log, part,
        day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
    end loop;${asks ? UNLESS_FORGETS : ''}
    execute format('delete from %I where created_at < %L', log || '_default',
      (today - days)::timestamp at time zone 'UTC');
    for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = log::regclass and c.relname ~ '_[0-9]{8}$' and right(c.relname, 8) < to_char(today - days, 'YYYYMMDD')
    loop
      execute format('drop table %I', part);
    end loop;${forget}
  end $$;`;
}
