import { type SqlMigration, tenantTable } from '@platform/read-store';
import { LOCK_LOG, keepWebhookLog } from './webhook-log.schema';

/** For {@link keepWebhookLog}. */
export const FORGET_COUNTS = `
    if log = 'webhook_deliveries' then
      delete from webhook_delivery_counts c where c.day < today - days;
    end if;`;

/**
 * How many deliveries each webhook has of each UTC day, counted as they are queued. They are forgotten as deliveries
 * are: with their day, and with their workspace; so nothing discounts them. A partition that gets its rows from the
 * default one is no table that counts.
 *
 * The newest deliveries of a status and of a type are in indexes, since a webhook may have few of them among many.
 */
export const webhookDeliveryCounts: SqlMigration = {
  version: 1764000000201,
  name: 'WebhookDeliveryCounts',
  sql: `
  create table webhook_delivery_counts (
    webhook_id text not null,
    workspace_id text not null,
    day date not null,
    deliveries bigint not null,
    primary key (webhook_id, day)
  ) with (fillfactor = 70);
  create index webhook_delivery_counts_of_workspace on webhook_delivery_counts (workspace_id);
  lock table webhook_deliveries in share row exclusive mode;
  insert into webhook_delivery_counts (webhook_id, workspace_id, day, deliveries)
    select webhook_id, workspace_id, (created_at at time zone 'UTC')::date, count(*) from webhook_deliveries group by 1, 2, 3;
  create function count_webhook_deliveries() returns trigger language plpgsql as $$
  begin
    insert into webhook_delivery_counts as c (webhook_id, workspace_id, day, deliveries)
      select webhook_id, workspace_id, (created_at at time zone 'UTC')::date, count(*) from queued group by 1, 2, 3
      order by 1, 3
    on conflict (webhook_id, day) do update set deliveries = c.deliveries + excluded.deliveries;
    return null;
  end $$;
  create trigger count_webhook_deliveries after insert on webhook_deliveries
    referencing new table as queued for each statement execute function count_webhook_deliveries();
  ${tenantTable('webhook_delivery_counts')}

  create or replace ${keepWebhookLog(LOCK_LOG, FORGET_COUNTS)}

  create index webhook_deliveries_of_status on webhook_deliveries (webhook_id, status, created_at, nth)
    include (workspace_id);
  create index webhook_deliveries_of_type on webhook_deliveries (webhook_id, type, created_at, nth)
    include (workspace_id);`,
};
