import type { PublicEvent } from '@kernel';
import type { Queries } from '@platform/postgres';
import { type WebhookMessage, enqueue, lockLane } from './enqueue';

export interface ReplayRequest {
  /** Names the request: a repeated one queues nothing, and has the same answer. */
  readonly id: string;
  readonly workspaceId: string;
  readonly webhookId: string;
  /** When the events happened, RFC 3339: at or after `from`, and before `to`. The log reaches back 30 days. */
  readonly from: string;
  readonly to: string;
  /** Whether the webhook gets an event. */
  readonly matches: (event: PublicEvent) => boolean;
  /** Further messages of the window for the webhook, which are in no stream. */
  readonly more?: AsyncIterable<readonly WebhookMessage[]>;
}

/** Events of one replay at most: it is one transaction, which a request waits for. */
export const REPLAY_EVENTS = 100_000;

/** The window has more events than one replay takes. */
export class ReplayTooLarge extends Error {
  override readonly name = 'ReplayTooLarge';
}

const PAGE = 1_000;

const EVENTS = `
  select event_id, workspace_id, type, stream, revision, created_at, body from webhook_messages
  where workspace_id = $1 and stream is not null and created_at >= $2::timestamptz and created_at < $3::timestamptz
    and (created_at, stream, revision) > ($4::timestamptz, $5::text, $6::bigint)
  order by created_at, stream, revision limit ${PAGE}`;

/**
 * Queues the events of a window for one webhook again: with their ids and bodies, in their order, and behind everything
 * that is live. Runs in a transaction of the caller, that sees the workspace.
 * @returns how many events
 * @throws ReplayTooLarge if there are more than REPLAY_EVENTS
 */
export const requestReplay = async (
  client: Queries,
  { id, workspaceId, webhookId, from, to, matches, more }: ReplayRequest,
): Promise<number> => {
  const known = await client.query<{ events: number }>('select events from webhook_replays where id = $1', [id]);
  if (known.rows[0]) return known.rows[0].events;
  await lockLane(client, webhookId);
  let events = 0;
  const queue = async (messages: readonly WebhookMessage[]): Promise<void> => {
    const deliveries = messages.map(({ event_id }) => ({ webhook_id: webhookId, event_id }));
    if (messages.length > 0) events += await enqueue(client, { messages, deliveries, mode: 'replayed' });
    if (events > REPLAY_EVENTS) throw new ReplayTooLarge(`more than ${REPLAY_EVENTS} events`);
  };
  let after: readonly (string | null)[] = ['-infinity', '', '-1'];
  for (;;) {
    const page = (await client.query<WebhookMessage>(EVENTS, [workspaceId, from, to, ...after])).rows;
    await queue(page.filter(({ body }) => matches(JSON.parse(body) as PublicEvent)));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = [last.created_at, last.stream, last.revision];
  }
  for await (const messages of more ?? []) await queue(messages);
  await client.query(
    'insert into webhook_replays (id, webhook_id, workspace_id, events, created_at) values ($1, $2, $3, $4, ' +
      'waymark_now())',
    [id, webhookId, workspaceId, events],
  );
  return events;
};
