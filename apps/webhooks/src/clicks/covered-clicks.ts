import { clickedMessage, clicksMessage, matchesClick, togetherInBodies } from '@contexts/webhooks';
import { digest } from '@platform/commands';
import {
  type AttemptResult,
  type ClickAdvance,
  type ClickCursor,
  type WebhookMessage,
  advanceClickCursors,
  enqueue,
  enqueueAttempted,
  noteDelivered,
  withoutStream,
} from '@platform/webhooks';
import type { ClientBase } from 'pg';
import type { ReadClick } from './click-names';
import type { ClickWebhook } from './click-webhook';

/** A click that a webhook is to get. */
export interface WantedClick extends ReadClick {
  /** Whether the webhook gets a `link.clicked` of it. */
  readonly clicked: boolean;
  /** Whether it goes into the next `link.clicks`. */
  readonly collected: boolean;
}

export const wantedBy = (webhook: ClickWebhook, read: ReadClick): WantedClick => {
  const { link_id, tags, campaign_id, domain, is_bot } = read.click;
  const subject = { link_id, tags, campaign_id, is_bot, ...(domain !== null && { domain }) };
  return {
    ...read,
    clicked: matchesClick(webhook, 'link.clicked', subject),
    collected: matchesClick(webhook, 'link.clicks', subject),
  };
};

/** The `link.clicked` of a click. The same click, as it was read, makes the same bytes again. */
export const clickedOf = ({ workspace_id }: Pick<ClickWebhook, 'workspace_id'>, { click }: ReadClick): WebhookMessage =>
  withoutStream(clickedMessage(workspace_id, click, digest));

/** Clicks of a webhook that need nothing more once they are written. */
export interface CoveredClicks {
  readonly webhook: ClickWebhook;
  /** In order within each source. */
  readonly clicks: readonly WantedClick[];
  /** First attempts that failed. */
  readonly failed: ReadonlyMap<WantedClick, AttemptResult>;
  /** Whether a first attempt succeeded. */
  readonly succeeded: boolean;
  /** Where the cursors of the webhook are. */
  readonly cursors: ReadonlyMap<string, ClickCursor>;
}

/**
 * Writes that clicks are covered, in a transaction of the caller: failed ones become deliveries that are tried again,
 * collected ones go into bodies of their own, and the cursors move behind all of them.
 * @returns the cursors that have moved
 * @throws CursorMoved where another process has covered some of them
 */
export const writeCovered = async (
  client: Pick<ClientBase, 'query'>,
  { webhook, clicks, failed, succeeded, cursors }: CoveredClicks,
): Promise<ReadonlyMap<string, ClickCursor>> => {
  const { id: webhookId, workspace_id: workspaceId } = webhook;
  const moved = new Map<string, ClickCursor>();
  for (const { source, seq, click } of clicks)
    moved.set(source, { seq, at: Math.max(Date.parse(click.at), (moved.get(source) ?? cursors.get(source))?.at ?? 0) });
  const moves = [...moved].map(([source, to]): ClickAdvance => ({ source, from: cursors.get(source)?.seq ?? 0, to }));
  await advanceClickCursors(client, { webhookId, workspaceId }, moves);
  const messages = bodiesOf(workspaceId, clicks);
  const deliveries = messages.map(({ event_id }) => ({ webhook_id: webhookId, event_id }));
  if (messages.length > 0) await enqueue(client, { messages, deliveries, mode: 'always' });
  const attempts = [...failed].map(([click, result]) => ({ message: clickedOf(webhook, click), result }));
  if (attempts.length > 0) await enqueueAttempted(client, webhookId, attempts);
  if (succeeded) await noteDelivered(client, webhookId);
  return moved;
};

const bodiesOf = (workspaceId: string, clicks: readonly WantedClick[]): readonly WebhookMessage[] => {
  const collected = clicks.flatMap(({ collected, click }) => (collected ? [click] : []));
  return togetherInBodies(collected).map((some) => withoutStream(clicksMessage(workspaceId, some, digest)));
};
