import type { SqlMigration } from '@platform/read-store';
import { LOCK_LOG, keepWebhookLog } from './webhook-log.schema';

/**
 * Locks a table of the log before it gets a partition. A statement that began earlier does not see the rows that move
 * to the new partition. Without the lock, a lane that was released at that moment was taken to have nothing due until
 * its next event. The update makes such lanes due.
 */
export const webhookLogLock: SqlMigration = {
  version: 1763941000012,
  name: 'WebhookLogLock',
  sql: `create or replace ${keepWebhookLog(LOCK_LOG)}

  update webhook_lanes l set due_at = waymark_now(), woken = woken + 1
  where due_at is null and exists (
    select from webhook_deliveries d where d.webhook_id = l.webhook_id and d.status = 'pending');`,
};
