import type { Webhook } from '@contexts/webhooks';
import { ARE_FOLDED } from '@platform/webhooks';
import type { Pool } from 'pg';

/** The most deliveries that may wait for a webhook. While so many wait, no further clicks are read for it. */
export const MOST_PENDING = 10_000;

/** A webhook that gets clicks now. */
export interface ClickWebhook extends Webhook {
  readonly clicks_since: string;
  /** Failed attempts in a row of its deliveries. */
  readonly failures: number;
  /** Its deliveries that wait, at most {@link MOST_PENDING}. */
  readonly pending: number;
}

interface SubscribedRow extends Pick<ClickWebhook, 'failures' | 'pending'> {
  readonly webhook: Webhook & Pick<ClickWebhook, 'clicks_since'>;
}

const SUBSCRIBED = `
  select s.webhook, coalesce(l.failures, 0) as failures, waiting.pending
  from webhook_subscriptions s left join webhook_lanes l on l.webhook_id = s.id cross join lateral (
    select count(*)::int as pending from (
      select from webhook_deliveries d where d.webhook_id = s.id and not d.replayed and d.status = 'pending'
      limit ${MOST_PENDING}) as first_ones) as waiting
  where s.webhook->>'clicks_since' is not null and (s.webhook->>'active')::boolean
    and s.webhook->>'disabled_at' is null and ${ARE_FOLDED}
    and not exists (select from workspaces w where w.id = s.workspace_id and w.deleted_at is not null)`;

/** The webhooks that get clicks now, as the dispatcher has folded them; none while it folds them anew. */
export const subscribedToClicks = async (pool: Pick<Pool, 'query'>): Promise<readonly ClickWebhook[]> => {
  const { rows } = await pool.query<SubscribedRow>({ name: 'subscribed to clicks', text: SUBSCRIBED });
  return rows.map(({ webhook, failures, pending }) => ({ ...webhook, failures, pending }));
};
