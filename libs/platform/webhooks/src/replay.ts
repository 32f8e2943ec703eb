import { type PublicEvent, idOf } from '@kernel';
import { shortTurns } from '@platform/async';
import { uuidOf } from '@platform/commands';
import type { Queries } from '@platform/postgres';
import { type QueuedMessage, type WebhookMessage, enqueue, lockLane } from './enqueue';

export interface ReplayRequest {
  /** Of the request. A repeat with the same id queues what is not queued yet, and gets the same answer. */
  readonly id: string;
  readonly workspaceId: string;
  readonly webhookId: string;
  /** When the events happened, RFC 3339: at or after `from`, and before `to`. The log reaches back 30 days. */
  readonly from: string;
  readonly to: string;
  /** Names of events: those of others are not read. */
  readonly types: readonly string[];
  /** Whether the webhook gets an event. */
  readonly matches: (event: PublicEvent) => boolean;
  /** Further messages of the window for the webhook, which are in no stream. */
  readonly more?: MoreMessages;
  /** Throws once the replay should not go on; called before each read of events and before each portion. */
  readonly demandOpen?: () => Promise<void>;
  /** Runs `work` in a transaction that sees the workspace. */
  readonly inTransaction: <T>(work: (client: Queries) => Promise<T>) => Promise<T>;
}

export interface MoreMessages {
  count(): Promise<number>;
  /** In portions. */
  read(): AsyncIterable<readonly WebhookMessage[]>;
}

/** Events of one replay at most: a request waits for it. */
export const REPLAY_EVENTS = 100_000;

/** The window has more events than one replay takes. */
export class ReplayTooLarge extends Error {
  override readonly name = 'ReplayTooLarge';
}

/**
 * Bytes that the replays of a workspace add to the log on a UTC day, at most: bodies that it does not have yet, and
 * BYTES_OF_DELIVERY each time.
 */
export const REPLAYED_BYTES = 1_024 * 1_024 * 1_024;
/** Of a delivery, its entries in indexes and its attempts. */
const BYTES_OF_DELIVERY = 2_048;

/** The replays of the workspace have added as much to the log as they may on a day. What was queued stays queued. */
export class ReplayedEnough extends Error {
  override readonly name = 'ReplayedEnough';
}

/** Events of the wanted types that a statement reads at most: of them those before which bodies have fewer bytes. */
const [PAGE, PAGE_BYTES] = [1_000, 2 * 1_024 * 1_024];
/** Events that it passes at most, where few are of the wanted types; else no more than it reads. */
const PASSED = 10_000;
/** Milliseconds of matching events before others have a turn. */
const TURN_MS = 5;

/** Once all wanted ones of those passed are read, the last one passed ends the page, with a null for its body. */
const EVENTS = `
  with passed as materialized (
    select event_id, workspace_id, type, stream, revision, created_at, body from webhook_messages
    where workspace_id = $1 and stream is not null and created_at >= $2::timestamptz and created_at < $3::timestamptz
      and (created_at, stream, revision) > ($4::timestamptz, $5::text, $6::bigint)
    order by created_at, stream, revision limit $8::int),
  wanted as (
    select *, sum(octet_length(body)) over (order by created_at, stream, revision rows unbounded preceding)
      - octet_length(body) as bytes_before
    from (select * from passed where type = any($7::text[]) order by created_at, stream, revision limit ${PAGE}) as page)
  select event_id, workspace_id, type, stream, revision, created_at, body from wanted where bytes_before < ${PAGE_BYTES}
  union all (
    select event_id, workspace_id, type, stream, revision, created_at, null from passed
    where (select count(*) < ${PAGE} and coalesce(max(bytes_before), 0) < ${PAGE_BYTES} from wanted)
    order by created_at desc, stream desc, revision desc limit 1)
  order by created_at, stream, revision, body nulls last`;

/** What a request has queued before it was repeated: an Idempotency-Key is known for a day. */
const QUEUED = `
  select id from webhook_deliveries
  where id = any($1::text[]) and created_at > (select waymark_now() - interval '2 days')`;

/**
 * Queues the events of a window for one webhook again: with their ids and bodies, in their order, and behind everything
 * that is live. Each portion is a transaction, so that nothing waits for the whole.
 * @returns how many events
 * @throws ReplayTooLarge if there are more than REPLAY_EVENTS; then none is queued
 * @throws ReplayedEnough once the workspace has added REPLAYED_BYTES today
 */
export const requestReplay = async (request: ReplayRequest): Promise<number> => {
  const { id, workspaceId, webhookId, more, demandOpen, inTransaction } = request;
  const known = await inTransaction((client) =>
    client.query<{ events: number }>('select events from webhook_replays where id = $1', [id]),
  );
  if (known.rows[0]) return known.rows[0].events;
  await demandFew(request);
  let events = 0;
  const queue = async (messages: readonly QueuedMessage[]): Promise<void> => {
    if (messages.length === 0) return;
    await demandOpen?.();
    events += await inTransaction((client) => queueOnce(client, request, messages));
  };
  for await (const messages of eventsOf(request)) await queue(messages);
  for await (const messages of more?.read() ?? []) await queue(messages);
  await inTransaction((client) =>
    client.query(
      'insert into webhook_replays (id, webhook_id, workspace_id, events, created_at) values ($1, $2, $3, $4, ' +
        'waymark_now()) on conflict do nothing',
      [id, webhookId, workspaceId, events],
    ),
  );
  return events;
};

const demandFew = async (request: ReplayRequest): Promise<void> => {
  let events = (await request.more?.count()) ?? 0;
  for await (const { length } of eventsOf(request)) if ((events += length) > REPLAY_EVENTS) break;
  if (events > REPLAY_EVENTS) throw new ReplayTooLarge(`more than ${REPLAY_EVENTS} events`);
};

type Passed = Omit<WebhookMessage, 'body'> & { readonly body: string | null };

/** Those that match, in pages. They are in the log, so only what matching needs has their bodies. */
async function* eventsOf(request: ReplayRequest): AsyncGenerator<readonly QueuedMessage[]> {
  const { workspaceId, from, to, types, matches, demandOpen, inTransaction } = request;
  const turn = shortTurns(TURN_MS);
  let after: readonly (string | null)[] | undefined = ['-infinity', '', '-1'];
  let passed = PAGE;
  while (after) {
    await demandOpen?.();
    const values: readonly unknown[] = [workspaceId, from, to, ...after, types, passed];
    const { rows } = await inTransaction((client) => client.query<Passed>(EVENTS, [...values]));
    const matching: QueuedMessage[] = [];
    for (const { body, ...message } of rows) {
      while (turn.isOver()) await turn.next();
      if (body !== null && matches(JSON.parse(body) as PublicEvent)) matching.push(message);
    }
    yield matching;
    const last = rows.at(-1);
    passed = last?.body === null && rows.length < PAGE / 10 ? PASSED : PAGE;
    after = last && [last.created_at, last.stream, last.revision];
  }
}

/** The id of a delivery follows from its replay and its event. @returns how many of them are queued now */
const queueOnce = async (
  client: Queries,
  { id, webhookId, workspaceId }: ReplayRequest,
  messages: readonly QueuedMessage[],
): Promise<number> => {
  const all = messages.map(({ event_id }) => ({
    id: idOf('dlv', uuidOf(`${id}/${event_id}`)),
    webhook_id: webhookId,
    event_id,
  }));
  await lockLane(client, webhookId);
  const { rows } = await client.query<{ id: string }>(QUEUED, [all.map((delivery) => delivery.id)]);
  const queued = new Set(rows.map((row) => row.id));
  const deliveries = all.filter((delivery) => !queued.has(delivery.id));
  if (deliveries.length === 0) return queued.size;
  await demandRoom(client, workspaceId);
  const added = await enqueue(client, { messages, deliveries, mode: 'replayed' });
  await note(client, workspaceId, added.bytes + added.queued * BYTES_OF_DELIVERY);
  return queued.size + added.queued;
};

const REPLAYED = `
  select bytes::float8 from webhook_replayed
  where workspace_id = $1 and day = (select (waymark_now() at time zone 'UTC')::date)`;

/** Asked before anything is written, so that refused requests leave nothing. The last portion of a day may exceed it. */
const demandRoom = async (client: Queries, workspaceId: string): Promise<void> => {
  const { rows } = await client.query<{ bytes: number }>(REPLAYED, [workspaceId]);
  if ((rows[0]?.bytes ?? 0) >= REPLAYED_BYTES) throw new ReplayedEnough(`more than ${REPLAYED_BYTES} bytes today`);
};

const NOTE = `
  insert into webhook_replayed as r (workspace_id, day, bytes)
  values ($1, (waymark_now() at time zone 'UTC')::date, $2)
  on conflict (workspace_id, day) do update set bytes = r.bytes + excluded.bytes`;

const note = async (client: Queries, workspaceId: string, bytes: number): Promise<void> => {
  await client.query(NOTE, [workspaceId, bytes]);
};
