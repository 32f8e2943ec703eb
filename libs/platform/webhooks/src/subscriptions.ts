import { PING } from '@kernel';
import type { Queries } from '@platform/postgres';

/** A webhook as the dispatcher has folded it. `W` has at least the URL. */
export interface StoredWebhook<W extends { readonly url: string }> {
  readonly id: string;
  readonly workspace_id: string;
  readonly stream: string;
  readonly webhook: W;
}

export interface WebhookChanges<W extends { readonly url: string }> {
  readonly stored: readonly StoredWebhook<W>[];
  /** Ids of those that are deleted. */
  readonly removed: readonly string[];
  /**
   * Those that get nothing from now on: what is pending for them is skipped, but for what callers have asked for since
   * the instant. Null for one that is deleted.
   */
  readonly stopped: readonly { readonly id: string; readonly at: string | null }[];
  /** Those that get events from now on, with the instant. */
  readonly started: readonly { readonly id: string; readonly workspace_id: string; readonly at: string }[];
}

/** The webhooks of some workspaces, and those of some streams. */
export const readSubscriptions = async <W extends { readonly url: string }>(
  client: Queries,
  workspaceIds: readonly string[],
  streams: readonly string[],
): Promise<readonly StoredWebhook<W>[]> => {
  const text = `select id, workspace_id, stream, webhook from webhook_subscriptions
    where workspace_id = any($1::text[]) or stream = any($2::text[])`;
  const values = [workspaceIds, streams];
  return (await client.query<StoredWebhook<W>>({ name: 'read subscriptions', text, values })).rows;
};

const STOP = `
  update webhook_lanes l set skip_until = nextval('webhook_deliveries_nth'), disable_reason = null,
    holder = case when disable_reason is null then holder end,
    leased_until = case when disable_reason is null then leased_until else '-infinity' end
  where webhook_id = any($1::text[])`;

/**
 * The dispatcher reads of a stop later than callers do. A ping, a replay or a retry that they have asked for since then
 * is not what was pending, and moves behind the line.
 */
const SPARE = `
  with stops as (
    select * from jsonb_to_recordset($1::jsonb) as s (id text, at timestamptz)
  ), asked as (
    select d.id, d.created_at, nextval('webhook_deliveries_nth') as nth from (
      select d.id, d.created_at from stops s join webhook_deliveries d on d.webhook_id = s.id
      where d.status = 'pending' and d.next_attempt_at >= s.at and (
        (d.type = '${PING}' or d.replayed) and d.created_at >= s.at
        or d.step = 0 and d.next_attempt_at > d.created_at)
      order by d.nth for update of d) as d
  ), moved as (
    update webhook_deliveries d set nth = a.nth from asked a
    where d.id = a.id and d.created_at = a.created_at and d.status = 'pending' returning d.webhook_id
  )
  update webhook_lanes l set due_at = least(l.due_at, waymark_now()), woken = l.woken + 1
  where l.webhook_id in (select webhook_id from moved)`;

/**
 * Runs before the deliveries of the same batch are queued: it skips those of earlier batches only. A sender that has
 * given a webhook up keeps its lease, and sends nothing: the lease ends here, so that the webhook can be used at once.
 */
export const writeSubscriptions = async <W extends { readonly url: string }>(
  client: Queries,
  { stored, removed, stopped, started }: WebhookChanges<W>,
): Promise<void> => {
  if (stored.length > 0)
    await client.query(
      `insert into webhook_subscriptions (id, workspace_id, stream, webhook)
       select id, workspace_id, stream, webhook
       from jsonb_to_recordset($1::jsonb) as s (id text, workspace_id text, stream text, webhook jsonb)
       on conflict (id) do update set webhook = excluded.webhook`,
      [JSON.stringify(stored)],
    );
  if (removed.length > 0) await client.query('delete from webhook_subscriptions where id = any($1::text[])', [removed]);
  if (stopped.length > 0) {
    await client.query(STOP, [stopped.map(({ id }) => id)]);
    await client.query(SPARE, [JSON.stringify(stopped)]);
  }
  if (started.length > 0)
    await client.query(
      `insert into webhook_lanes as l (webhook_id, workspace_id, due_at, healthy_at)
       select id, workspace_id, waymark_now(), at
       from jsonb_to_recordset($1::jsonb) as s (id text, workspace_id text, at timestamptz) order by id
       on conflict (webhook_id) do update set due_at = least(l.due_at, excluded.due_at), woken = l.woken + 1,
         failures = 0, failed_deliveries = 0, healthy_at = excluded.healthy_at, disable_reason = null`,
      [JSON.stringify(started)],
    );
};

/** Forgets every webhook: the dispatcher begins anew. */
export const forgetSubscriptions = async (client: Queries): Promise<void> => {
  await client.query('delete from webhook_subscriptions');
};
