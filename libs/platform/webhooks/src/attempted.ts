import type { Queries } from '@platform/postgres';
import type { AttemptResult } from './attempt';
import { type WebhookMessage, enqueue } from './enqueue';
import { waitAfter } from './schedule';

/** A message whose first attempt was made without a delivery in the log, and failed. */
export interface FailedFirst {
  readonly message: WebhookMessage;
  readonly result: AttemptResult;
}

/** The lane counts only failures of its own attempts. */
const RECORD_FIRST = `
  with results as (
    select * from jsonb_to_recordset($2::jsonb) as r (event_id text, duration_ms int, error text, response jsonb,
      wait_ms float8)
  ), tried as (
    update webhook_deliveries d set attempt = 1, step = 1,
      next_attempt_at = waymark_now() + r.wait_ms * interval '1 millisecond'
    from results r
    where d.webhook_id = $1 and d.event_id = r.event_id and d.status = 'pending' and d.attempt = 0 and not d.replayed
      and d.created_at > waymark_now() - interval '1 minute'
    returning d.id, d.created_at, d.workspace_id, r.duration_ms, r.error, r.response
  )
  insert into webhook_attempts (delivery_id, created_at, number, workspace_id, at, duration_ms, error, response)
  select id, created_at, 1, workspace_id, waymark_now() - duration_ms * interval '1 millisecond', duration_ms, error,
    response
  from tried`;

/**
 * Queues deliveries for one webhook whose first attempts were made and failed: the next ones follow by the schedule, or
 * at once where the endpoint is gone, so that its lane learns of it. Runs in the transaction of the caller.
 */
export const enqueueAttempted = async (
  client: Queries,
  webhookId: string,
  failed: readonly FailedFirst[],
): Promise<void> => {
  const messages = failed.map(({ message }) => message);
  const deliveries = messages.map(({ event_id }) => ({ webhook_id: webhookId, event_id }));
  await enqueue(client, { messages, deliveries, mode: 'always' });
  const results = failed.map(
    ({ message: { event_id }, result: { outcome, duration_ms, error, response, retryAfterMs } }) => ({
      event_id,
      duration_ms,
      error,
      response,
      wait_ms: outcome === 'gone' ? 0 : (waitAfter(1, { retryAfterMs }) ?? 0),
    }),
  );
  await client.query({
    name: 'record first attempts',
    text: RECORD_FIRST,
    values: [webhookId, JSON.stringify(results)],
  });
};

/** At most once a minute: each is a write to a row that senders use. */
const NOTE_DELIVERED = `
  update webhook_lanes set failures = 0, failed_deliveries = 0, healthy_at = greatest(healthy_at, waymark_now())
  where webhook_id = $1
    and (failures > 0 or failed_deliveries > 0 or healthy_at < waymark_now() - interval '1 minute')`;

/** Attempts that leave no row in the log have succeeded: the endpoint is well. */
export const noteDelivered = async (client: Queries, webhookId: string): Promise<void> => {
  await client.query({ name: 'note delivered', text: NOTE_DELIVERED, values: [webhookId] });
};
