import type { SqlMigration } from '@platform/read-store';
import { LOCK_LOG, keepWebhookLog } from './webhook-log.schema';

/**
 * Locks a table of the log before it gets a partition. A statement that had begun would not know the partition, and not
 * see the rows that move to it: a lane that was released just then counted as having nothing due, until its next event.
 * Such lanes are due now.
 */
export const webhookLogLock: SqlMigration = {
  version: 1763941000012,
  name: 'WebhookLogLock',
  sql: `create or replace ${keepWebhookLog(LOCK_LOG)}

  update webhook_lanes l set due_at = waymark_now(), woken = woken + 1
  where due_at is null and exists (
    select from webhook_deliveries d where d.webhook_id = l.webhook_id and d.status = 'pending');`,
};
