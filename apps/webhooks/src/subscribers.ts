import type { PublicEvent, Recorded } from '@kernel';
import { type Webhook, type WebhookEvent, evolveWebhook, matches, statusOf } from '@contexts/webhooks';
import type { StoredWebhook, WebhookChanges } from '@platform/webhooks';

type Stored = StoredWebhook<Webhook>;

const delivers = (webhook: Webhook): boolean => webhook.deleted_at === null && statusOf(webhook) === 'active';

/** The webhooks of a batch's workspaces, folded event by event: an edit holds from its position on. */
export class Subscribers {
  private readonly byStream = new Map<string, Stored>();
  private readonly changed = new Set<string>();
  private readonly stopped = new Map<string, string>();
  private readonly started = new Map<string, string>();

  /**
   * @param past up to this position webhooks are folded again, undefined where they are not: what their stops skip was
   *   skipped then, and what is pending came after them, or was asked for since
   */
  constructor(
    stored: readonly Stored[],
    readonly past: bigint | undefined,
  ) {
    for (const one of stored) this.byStream.set(one.stream, one);
  }

  /** Whether events of a workspace are kept. Those of one without webhooks are not. */
  keepsEventsOf(workspaceId: string): boolean {
    return this.of(workspaceId).length > 0;
  }

  /** Ids of the webhooks that get an event. */
  receiversOf(event: PublicEvent): readonly string[] {
    return this.of(event.workspace_id)
      .filter(({ webhook }) => delivers(webhook) && matches(webhook, event))
      .map(({ id }) => id);
  }

  /** A stream that is tried again is folded from its beginning. */
  forget(stream: string): void {
    this.byStream.delete(stream);
  }

  /**
   * Folds an event of a webhook.
   * @param isNew false for one that was handled before: it starts and stops nothing again
   * @returns the id of the webhook if it gets nothing any more
   */
  fold({ stream, event, metadata, position }: Recorded, isNew = true): string | undefined {
    const before = this.byStream.get(stream)?.webhook ?? null;
    const webhook = evolveWebhook(before, event as WebhookEvent, metadata);
    if (!webhook) return undefined;
    const { id, workspace_id } = webhook;
    this.byStream.set(stream, { id, workspace_id, stream, webhook });
    this.changed.add(stream);
    if (!isNew) return undefined;
    if (!before || webhook.enabled_at !== before.enabled_at) this.started.set(stream, webhook.enabled_at);
    const isDisabledNow = before?.disabled_at === null && webhook.disabled_at !== null;
    if (!before || delivers(webhook) || !(delivers(before) || isDisabledNow)) return undefined;
    if (this.past === undefined || position > this.past) this.stopped.set(stream, metadata.at);
    return id;
  }

  /** What the events have changed. */
  changes(): WebhookChanges<Webhook> {
    const live = (stored: Stored): boolean => stored.webhook.deleted_at === null;
    const changed = this.named(this.changed);
    return {
      stored: changed.filter(live),
      removed: changed.filter((stored) => !live(stored)).map(({ id }) => id),
      stopped: this.named(this.stopped.keys()).map((stored) => ({
        id: stored.id,
        at: live(stored) ? (this.stopped.get(stored.stream) ?? null) : null,
      })),
      started: this.named(this.started.keys())
        .filter(live)
        .map(({ id, workspace_id, stream }) => ({ id, workspace_id, at: this.started.get(stream) ?? '' })),
    };
  }

  private of(workspaceId: string): readonly Stored[] {
    return [...this.byStream.values()].filter(
      ({ workspace_id, webhook }) => workspace_id === workspaceId && webhook.deleted_at === null,
    );
  }

  private named(streams: Iterable<string>): readonly Stored[] {
    return [...streams].map((stream) => this.byStream.get(stream)).filter((stored) => stored !== undefined);
  }
}
