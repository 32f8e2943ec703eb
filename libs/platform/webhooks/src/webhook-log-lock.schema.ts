import type { SqlMigration } from '@platform/read-store';
import { keepWebhookLog } from './webhook-log.schema';

/**
 * Locks a table of the log before it gets a partition. A statement that had begun would not know the partition, and not
 * see the rows that move to it: a lane that is released just then would count as having nothing due, for good.
 */
export const webhookLogLock: SqlMigration = {
  version: 1763941000012,
  name: 'WebhookLogLock',
  sql: `create or replace ${keepWebhookLog(`
      execute format('lock table %I in access exclusive mode', log);`)}`,
};
