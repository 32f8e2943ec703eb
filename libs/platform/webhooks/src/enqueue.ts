import { idOf } from '@kernel';
import { uuidv7 } from '@platform/commands';
import type { Queries } from '@platform/postgres';
import { REPLAY_DAYS } from './webhook-log.schema';

/** A public event as it is sent to every webhook that gets it. */
export interface WebhookMessage {
  /** `evt_…`, as in the body. */
  readonly event_id: string;
  readonly workspace_id: string;
  readonly type: string;
  /** Null for anything that is not an event of a stream: clicks and pings. */
  readonly stream: string | null;
  /** Text; null where there is no stream. */
  readonly revision: string | null;
  /** Of the event, RFC 3339, as in the body. */
  readonly created_at: string;
  /** The text that is signed and sent at each attempt. */
  readonly body: string;
}

/** The message of a body that is about no event of a stream. */
export const withoutStream = (
  event: Readonly<Record<'id' | 'type' | 'created_at' | 'workspace_id', string>>,
): WebhookMessage => ({
  event_id: event.id,
  workspace_id: event.workspace_id,
  type: event.type,
  stream: null,
  revision: null,
  created_at: event.created_at,
  body: JSON.stringify(event),
});

export interface QueuedDelivery {
  /** `dlv_…`; absent: a new one. */
  readonly id?: string;
  readonly webhook_id: string;
  /** Of one of the messages. */
  readonly event_id: string;
  /** The webhook has been stopped meanwhile: the delivery is logged and not sent. */
  readonly skipped?: boolean;
}

/** A message without a body is in the log, and stays as it is there. */
export type QueuedMessage = Omit<WebhookMessage, 'body'> & Partial<Pick<WebhookMessage, 'body'>>;

export interface Enqueue {
  readonly messages: readonly QueuedMessage[];
  /** In the order of their first attempts. */
  readonly deliveries: readonly QueuedDelivery[];
  /**
   * `once`: a message that is in the log has been delivered, or is being delivered, and gets no further delivery.
   * `always`: the caller knows by itself what it has queued. `replayed`: as `always`, behind everything that is live.
   */
  readonly mode: 'once' | 'always' | 'replayed';
}

/** Senders listen on this channel. */
export const WEBHOOKS_CHANNEL = 'waymark_webhooks';

/**
 * Call it before a caller's request takes its place in the queue, in the same transaction. So the end of the queue of a
 * webhook that is being stopped is set first. Senders lock in the same order.
 */
export const lockLane = async (client: Queries, webhookId: string): Promise<void> => {
  await client.query('select from webhook_lanes where webhook_id = $1 for update', [webhookId]);
};

/** Locks the lanes of several webhooks in the order in which senders lock those whose results they write. */
export const lockLanes = async (client: Queries, webhookIds: readonly string[]): Promise<void> => {
  const text = 'select from webhook_lanes where webhook_id = any($1::text[]) order by webhook_id for update';
  await client.query(text, [webhookIds]);
};

const ENQUEUE = `
  with clock as materialized (select waymark_now() as now), sent as (
    select m.* from clock, jsonb_to_recordset($1::jsonb) as m (event_id text, workspace_id text, type text, stream text,
      revision bigint, created_at timestamptz, body text)
    where m.created_at > clock.now - interval '${REPLAY_DAYS} days'
  ), written as (
    insert into webhook_messages (event_id, workspace_id, type, stream, revision, created_at, body)
    select event_id, workspace_id, type, stream, revision, created_at, body from sent where body is not null
    on conflict do nothing returning event_id, octet_length(body) as bytes
  ), queued as (
    insert into webhook_deliveries (id, webhook_id, workspace_id, event_id, event_at, type, stream, status, replayed,
      created_at, next_attempt_at)
    select d.id, d.webhook_id, s.workspace_id, s.event_id, s.created_at, s.type, s.stream, d.status, $4::boolean,
      clock.now, case d.status when 'pending' then clock.now end
    from clock, jsonb_to_recordset($2::jsonb) as d (n int, id text, webhook_id text, event_id text, status text)
    join sent s on s.event_id = d.event_id
    where $3::boolean or d.event_id in (select event_id from written)
    order by d.n
    returning webhook_id, workspace_id, status, created_at
  ), woken as (
    insert into webhook_lanes as l (webhook_id, workspace_id, due_at, healthy_at)
    select webhook_id, workspace_id, min(created_at), min(created_at) from queued where status = 'pending'
    group by webhook_id, workspace_id order by webhook_id
    on conflict (webhook_id) do update set due_at = least(l.due_at, excluded.due_at), woken = l.woken + 1
    returning 1
  )
  select (select count(*)::int from queued) as queued, (select coalesce(sum(bytes), 0)::float8 from written) as bytes,
    (select pg_notify('${WEBHOOKS_CHANNEL}', '') from woken limit 1)`;

/** What was written. */
export interface Enqueued {
  /** Deliveries. */
  readonly queued: number;
  /** Of the bodies that the log did not have. */
  readonly bytes: number;
}

/**
 * Writes messages and their deliveries, and wakes the senders at the commit. Messages older than 30 days are left
 * out. Runs in the transaction of the caller, who keeps there what has been queued.
 */
export const enqueue = async (client: Queries, { messages, deliveries, mode }: Enqueue): Promise<Enqueued> => {
  const rows = deliveries.map(({ id = idOf('dlv', uuidv7()), webhook_id, event_id, skipped }, n) => ({
    n,
    id,
    webhook_id,
    event_id,
    status: skipped ? 'skipped' : 'pending',
  }));
  const values = [JSON.stringify(messages), JSON.stringify(rows), mode !== 'once', mode === 'replayed'];
  const done = await client.query<Enqueued>({ name: 'enqueue webhooks', text: ENQUEUE, values });
  return done.rows[0] ?? { queued: 0, bytes: 0 };
};
