import type { SqlMigration } from '@platform/read-store';
import { LOCK_LOG, keepWebhookLog } from './webhook-log.schema';
import { FORGET_REPLAYED } from './webhook-replayed.schema';

/**
 * Makes partitions also while the clock is not believed, when nothing may be forgotten. Processes of the former version
 * call the function with one argument, which stays as it is.
 */
export const webhookPartitions: SqlMigration = {
  version: 1764340000013,
  name: 'WebhookPartitions',
  sql: `create ${keepWebhookLog(LOCK_LOG, FORGET_REPLAYED, true)}`,
};
