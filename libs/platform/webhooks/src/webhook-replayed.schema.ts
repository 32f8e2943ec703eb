import { type SqlMigration, tenantTable } from '@platform/read-store';
import { FORGET_COUNTS } from './webhook-delivery-counts.schema';
import { LOCK_LOG, keepWebhookLog } from './webhook-log.schema';

/** For {@link keepWebhookLog}. */
export const FORGET_REPLAYED = `${FORGET_COUNTS}
    if log = 'webhook_messages' then
      delete from webhook_replayed r where r.day < today;
    end if;`;

/** How many bytes replays of each workspace have added to the log on a UTC day. Only today's row decides anything. */
export const webhookReplayed: SqlMigration = {
  version: 1764330000001,
  name: 'WebhookReplayed',
  sql: `
  create table webhook_replayed (
    workspace_id text not null,
    day date not null,
    bytes bigint not null,
    primary key (workspace_id, day)
  ) with (fillfactor = 70);
  ${tenantTable('webhook_replayed')}

  create or replace ${keepWebhookLog(LOCK_LOG, FORGET_REPLAYED)}`,
};
