import { Inject, Injectable } from '@nestjs/common';
import { CLICK_EVENTS, type EventStore, type Problem, Rejection, idOf } from '@kernel';
import { PUBLIC_EVENTS, WEBHOOK_DISPATCHER } from '@contexts/aggregates';
import { type WebhookRow, covers, matches } from '@contexts/webhooks';
import { HttpProblem, Unfinished, demandNone, found, invalid } from '@platform/http';
import { Progress } from '@platform/processing';
import type { ReadStore } from '@platform/read-store';
import {
  REPLAY_DAYS,
  REPLAYED_BYTES,
  REPLAY_EVENTS,
  ReplayTooLarge,
  ReplayedEnough,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  enqueuePing,
  findDelivery,
  listDeliveries,
  requestReplay,
  retryDelivery,
} from '@platform/webhooks';
import type { Caller } from '../caller';
import { EVENT_STORE, READ_STORE } from '../tokens';
import { COUNTED_TO, totalUpTo } from '../workspace-rows';
import { WorkspaceSlots } from '../workspace-slots';
import { ClickReplays } from './click-replays';
import { type ListDeliveriesQuery, type ReplayBody, readDeliveryCursor } from './delivery.schemas';
import { WebhookQueries } from './webhook.queries';

const DAY_MS = 86_400_000;
/** Milliseconds for which a replay waits until the log has the events that were answered before it. */
const PATIENCE_MS = 2_000;
const RETRY_AFTER = { 'retry-after': '2' };

/** The log of what a webhook was sent, and what can be sent to it on request. */
@Injectable()
export class WebhookDeliveries {
  private readonly replays = new WorkspaceSlots({ what: 'replays', ofWorkspace: 1, ofAll: 4, retryAfter: 10 });

  constructor(
    private readonly webhooks: WebhookQueries,
    private readonly clicks: ClickReplays,
    private readonly progress: Progress,
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(READ_STORE) private readonly store: Pick<ReadStore, 'inWorkspace'>,
  ) {}

  /** @throws 404 for a webhook that the workspace does not have, as each of these methods does */
  async list(webhookId: string, query: ListDeliveriesQuery, caller: Caller) {
    const { workspaceId } = caller.subject;
    await this.find(webhookId, caller);
    const { status, event_type: type, from, to, cursor, limit } = query;
    const filtered = [status, type, from, to].some((filter) => filter !== undefined);
    const position = cursor ? readDeliveryCursor(cursor) : null;
    const { total, ...listed } = await this.store.inWorkspace(workspaceId, (client) =>
      listDeliveries(client, {
        workspaceId,
        webhookId,
        ...{ status, type, from, to, limit },
        page: position ? undefined : query.page,
        after: position ?? undefined,
        countTo: filtered ? COUNTED_TO + 1 : undefined,
      }),
    );
    const page = position?.page ?? query.page;
    return { ...listed, page, ...(filtered ? totalUpTo(total) : { total }) };
  }

  async get(webhookId: string, id: string, caller: Caller): Promise<WebhookDeliveryDetail> {
    const { workspaceId } = caller.subject;
    const { url } = await this.find(webhookId, caller);
    return found(
      await this.store.inWorkspace(workspaceId, (client) => findDelivery(client, { workspaceId, webhookId, id }, url)),
    );
  }

  /** Makes a delivery due at once, whatever came of it. @throws Rejection `invalid_state` for a disabled webhook */
  async retry(webhookId: string, id: string, caller: Caller): Promise<WebhookDelivery> {
    const { workspaceId } = caller.subject;
    const { url, disabled_at } = await this.find(webhookId, caller);
    const delivery = { workspaceId, webhookId, id };
    const detail = await this.store.inWorkspace(workspaceId, async (client) => {
      const known = found(await findDelivery(client, delivery, url));
      if (disabled_at !== null) throw isDisabled();
      await retryDelivery(client, delivery);
      return (await findDelivery(client, delivery, url)) ?? known;
    });
    const { request: _, attempts: __, ...record } = detail;
    return record;
  }

  /** Queues a ping, also for a webhook that is paused or disabled. */
  async test(webhookId: string, caller: Caller): Promise<WebhookDelivery> {
    const { workspaceId } = caller.subject;
    await this.find(webhookId, caller);
    const ping = { id: caller.commandId, workspaceId, webhookId, now: caller.now };
    return found((await this.store.inWorkspace(workspaceId, (client) => enqueuePing(client, ping))) ?? null);
  }

  /**
   * Queues past events again, those that the log reaches back to: with everything that was answered before.
   * @throws Rejection `invalid_state` for a disabled webhook
   * @throws HttpProblem `unavailable` while the log is behind
   */
  async replay(webhookId: string, body: ReplayBody, caller: Caller, gone: AbortSignal) {
    const { workspaceId } = caller.subject;
    const webhook = await this.find(webhookId, caller);
    const to = body.to && body.to < caller.now ? body.to : caller.now;
    demandNone([...problemsOfReplayed(body, caller.now), ...problemsOfEvents(body.events ?? [], webhook)]);
    if (webhook.disabled_at !== null) throw isDisabled();
    await this.awaitLog();
    const first = new Date(Date.parse(caller.now) - REPLAY_DAYS * DAY_MS).toISOString();
    const from = body.from > first ? body.from : first;
    const events = body.events ?? webhook.events;
    const names = CLICK_EVENTS.filter((name) => covers(events, name) && covers(webhook.events, name));
    const id = idOf('rpl', caller.commandId);
    const leave = this.replays.take(workspaceId);
    try {
      const queued = await requestReplay({
        ...{ id, workspaceId, webhookId, from, to },
        types: PUBLIC_EVENTS.filter((name) => covers(events, name) && covers(webhook.events, name)),
        matches: (event) => matches(webhook, event),
        ...(names.length > 0 && { more: this.clicks.of(webhook, caller, { from, to, names, gone }) }),
        demandOpen: async () => {
          if (gone.aborted) throw new HttpProblem('unavailable', 'Nobody waits for the answer any more.');
          if ((await this.find(webhookId, caller)).disabled_at !== null) throw isDisabled();
        },
        inTransaction: (work) => this.store.inWorkspace(workspaceId, work),
      });
      return { replay_id: id, events: queued };
    } catch (error) {
      if (error instanceof ReplayTooLarge)
        throw invalid('body.from', `the window has more than ${REPLAY_EVENTS} events; replay it in parts`);
      if (error instanceof ReplayedEnough) throw replayedEnough(caller.now);
      throw error;
    } finally {
      leave();
    }
  }

  private async awaitLog(): Promise<void> {
    const { name, categories } = WEBHOOK_DISPATCHER;
    const head = await this.events.head(categories);
    if ((await this.progress.awaitProcessed([name], head, PATIENCE_MS)).length > 0)
      throw new HttpProblem('unavailable', 'The log of webhooks does not have the newest events yet.', RETRY_AFTER);
  }

  private async find(webhookId: string, { subject }: Caller): Promise<WebhookRow> {
    return found(await this.webhooks.find(subject.workspaceId, webhookId));
  }
}

/** Until the next UTC day. @param now RFC 3339 */
const replayedEnough = (now: string) => {
  const seconds = Math.ceil((DAY_MS - (Date.parse(now) % DAY_MS)) / 1_000);
  return new Unfinished(
    'rate_limited',
    `Replays of the workspace have queued as much as they may today: ${REPLAYED_BYTES / 1_024 ** 3} GiB. What they queued is sent.`,
    { 'retry-after': String(seconds) },
  );
};

const isDisabled = () =>
  new Rejection('conflict', 'invalid_state', 'The webhook is disabled. Enable it first, with POST …/enable.');

/** Of a window that is to be replayed. @param now in RFC 3339, UTC, with milliseconds */
export const problemsOfReplayed = ({ from, to }: Partial<ReplayBody>, now: string): readonly Problem[] => {
  if (from === undefined || from < (to && to < now ? to : now)) return [];
  return to
    ? [{ location: 'body.to', message: 'must be later than from' }]
    : [{ location: 'body.from', message: 'must lie in the past' }];
};

/** Patterns that have nothing in common with what a webhook subscribes to. */
const problemsOfEvents = (events: readonly string[], webhook: Pick<WebhookRow, 'events'>) =>
  events.flatMap((pattern, index) =>
    PUBLIC_EVENTS.some((name) => covers([pattern], name) && covers(webhook.events, name))
      ? []
      : [{ location: `body.events[${index}]`, message: 'is not within what the webhook subscribes to' }],
  );
