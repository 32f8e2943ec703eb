import { type Fields, PING, idOf } from '@kernel';
import type { Queries } from '@platform/postgres';
import { REQUEST_HEADERS } from './attempt';
import type { DeliveryStatus, WebhookAttempt, WebhookDelivery, WebhookDeliveryDetail } from './delivery';
import { WEBHOOKS_CHANNEL, enqueue, lockLane } from './enqueue';

export interface ListDeliveries {
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly status?: DeliveryStatus | undefined;
  /** Name of a public event. */
  readonly type?: string | undefined;
  /** Of `created_at`, RFC 3339: at or after `from`, and before `to`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** From 1; absent with a position. */
  readonly page?: number | undefined;
  /** The page begins after it. */
  readonly after?: DeliveryPosition | undefined;
  readonly limit: number;
  /** Counting stops here; absent without filters. */
  readonly countTo?: number | undefined;
}

/** The place of a delivery in the list. */
export interface DeliveryPosition {
  readonly created_at: string;
  /** A number, as text. */
  readonly nth: string;
}

export interface ListedDeliveries {
  readonly rows: readonly WebhookDelivery[];
  readonly total: number;
  /** Of the last row; null on the last page. */
  readonly next: DeliveryPosition | null;
}

export interface OneDelivery {
  readonly workspaceId: string;
  readonly webhookId: string;
  /** `dlv_…` */
  readonly id: string;
}

/** In the order of the contract: jsonb has one of its own. */
const RESPONSE = `case when a.response is not null then json_build_object('status', a.response->'status',
  'headers', a.response->'headers', 'body', a.response->'body') end as response`;

const COLUMNS = `d.id, d.event_id, d.type, d.status, d.replayed, d.created_at, d.attempt, d.next_attempt_at,
  a.duration_ms, a.error, ${RESPONSE}`;

const LAST_ATTEMPT = `left join webhook_attempts a
  on a.delivery_id = d.id and a.created_at = d.created_at and a.number = d.attempt`;

const WITH_LAST_ATTEMPT = `webhook_deliveries d ${LAST_ATTEMPT}`;

const MATCHING = `d.workspace_id = $1 and d.webhook_id = $2 and ($3::text is null or d.status = $3)
  and ($4::text is null or d.type = $4)
  and ($5::timestamptz is null or d.created_at >= $5) and ($6::timestamptz is null or d.created_at < $6)`;

/** The page first, and then the last attempts of its deliveries alone. */
const LIST = `with page as (
    select d.* from webhook_deliveries d where ${MATCHING}
      and ($7::timestamptz is null or (d.created_at, d.nth) < ($7, $8::bigint))
    order by d.created_at desc, d.nth desc limit $9 offset $10
  )
  select ${COLUMNS}, d.nth::text from page d ${LAST_ATTEMPT} order by d.created_at desc, d.nth desc`;

const COUNT = `select count(*)::float8 as total from (
  select from webhook_deliveries d where ${MATCHING} limit $7) as counted`;

const COUNT_ALL = `select coalesce(sum(deliveries), 0)::float8 as total from webhook_delivery_counts
  where workspace_id = $1 and webhook_id = $2`;

/** One page of the deliveries of a webhook, newest first, and how many there are in all. */
export const listDeliveries = async (client: Queries, query: ListDeliveries): Promise<ListedDeliveries> => {
  const { workspaceId, webhookId, status, type, from, to, page = 1, after, limit, countTo } = query;
  const values = [workspaceId, webhookId, status ?? null, type ?? null, from ?? null, to ?? null];
  // One more than the page holds, to know whether there is a next one.
  const window = [after?.created_at ?? null, after?.nth ?? null, limit + 1, (page - 1) * limit];
  const [listed, counted] = await Promise.all([
    client.query<WebhookDelivery & { readonly nth: string }>(LIST, [...values, ...window]),
    countTo === undefined
      ? client.query<{ total: number }>(COUNT_ALL, [workspaceId, webhookId])
      : client.query<{ total: number }>(COUNT, [...values, countTo]),
  ]);
  const rows = listed.rows.slice(0, limit);
  const last = listed.rows.length > limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map(({ nth: _, ...delivery }) => delivery),
    total: counted.rows[0]?.total ?? 0,
    next: last ? { created_at: last.created_at, nth: last.nth } : null,
  };
};

/** A delivery with its request and its attempts; null if the webhook has no such delivery. @param url of the webhook */
export const findDelivery = async (
  client: Queries,
  { workspaceId, webhookId, id }: OneDelivery,
  url: string,
): Promise<WebhookDeliveryDetail | null> => {
  const values = [workspaceId, webhookId, id];
  const [found, attempts] = await Promise.all([
    client.query<WebhookDelivery & { readonly body: string }>(
      `select ${COLUMNS}, m.body from ${WITH_LAST_ATTEMPT}
       join webhook_messages m on m.event_id = d.event_id and m.created_at = d.event_at
       where d.workspace_id = $1 and d.webhook_id = $2 and d.id = $3`,
      values,
    ),
    client.query<WebhookAttempt>(
      `select a.at, a.duration_ms, a.error, ${RESPONSE} from webhook_attempts a
       join webhook_deliveries d on d.id = a.delivery_id and d.created_at = a.created_at
       where d.workspace_id = $1 and d.webhook_id = $2 and d.id = $3 order by a.number`,
      values,
    ),
  ]);
  if (!found.rows[0]) return null;
  const { body, ...delivery } = found.rows[0];
  const headers = { ...REQUEST_HEADERS, 'webhook-id': delivery.event_id };
  return { ...delivery, request: { url, headers, body }, attempts: attempts.rows };
};

const RETRY = `
  with clock as materialized (select waymark_now() as now), retried as (
    update webhook_deliveries d set status = 'pending', step = 0, next_attempt_at = clock.now,
      nth = nextval('webhook_deliveries_nth')
    from clock where d.workspace_id = $1 and d.webhook_id = $2 and d.id = $3 returning d.id
  ), woken as (
    update webhook_lanes l set due_at = least(l.due_at, clock.now), woken = l.woken + 1
    from clock where l.webhook_id = $2 and exists (select from retried) returning 1
  )
  select (select id from retried) as id, (select pg_notify('${WEBHOOKS_CHANNEL}', '') from woken)`;

/**
 * Makes a delivery due at once, and lets it begin the schedule anew. Runs in a transaction of the caller.
 * @returns false if there is no such delivery
 */
export const retryDelivery = async (client: Queries, { workspaceId, webhookId, id }: OneDelivery): Promise<boolean> => {
  await lockLane(client, webhookId);
  const { rows } = await client.query<{ id: string | null }>(RETRY, [workspaceId, webhookId, id]);
  return typeof rows[0]?.id === 'string';
};

export interface Ping {
  /** UUID: a repeat with the same one queues nothing. */
  readonly id: string;
  readonly workspaceId: string;
  readonly webhookId: string;
  /** By the database's clock, RFC 3339. */
  readonly now: string;
}

/**
 * Queues a `ping` for one webhook. Runs in a transaction of the caller, that sees the workspace.
 * @returns its delivery
 */
export const enqueuePing = async (
  client: Queries,
  { id, workspaceId, webhookId, now }: Ping,
): Promise<WebhookDelivery | undefined> => {
  const event_id = idOf('evt', id);
  const find = async () => (await client.query<WebhookDelivery>(OF_EVENT, [workspaceId, webhookId, event_id])).rows[0];
  const earlier = await find();
  if (earlier) return earlier;
  const common = { workspace_id: workspaceId, type: PING, created_at: now, revision: null };
  const { type, created_at, workspace_id, revision } = common;
  const event: Fields = { id: event_id, type, created_at, workspace_id, api_version: 'v1', revision, data: {} };
  const message = { ...common, event_id, stream: null, body: JSON.stringify(event) };
  await lockLane(client, webhookId);
  await enqueue(client, { messages: [message], deliveries: [{ webhook_id: webhookId, event_id }], mode: 'always' });
  return find();
};

const OF_EVENT = `select ${COLUMNS} from ${WITH_LAST_ATTEMPT}
  where d.workspace_id = $1 and d.webhook_id = $2 and d.type = '${PING}' and d.event_id = $3
  order by d.nth limit 1`;
