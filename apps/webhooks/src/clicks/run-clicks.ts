import type { AnalyticsClient } from '@platform/analytics-store';
import { every } from '@platform/async';
import type { ReadStore } from '@platform/read-store';
import type { Log } from '@platform/telemetry';
import { attemptDelivery, forgetClickCursors, readClickCursors } from '@platform/webhooks';
import { attemptsTotal, clicksBehind } from '../metrics';
import { SLOW_MS } from '../sender/lane';
import type { SenderOptions } from '../sender/sender';
import { ClickFeed } from './click-feed';
import { clickNames } from './click-names';
import { subscribedToClicks } from './click-webhook';
import { clickedOf, writeCovered } from './covered-clicks';
import { Slots } from './slots';

export interface RunClicks extends Pick<SenderOptions, 'egress' | 'secretsOf'> {
  readonly analytics: Pick<AnalyticsClient, 'rows'>;
  readonly readStore: Pick<ReadStore, 'system' | 'inWorkspace'>;
  /** The origin that gives short URLs their scheme. */
  readonly publicUrl: string;
  readonly log: Pick<Log, 'warn'>;
  readonly signal: AbortSignal;
}

/** First attempts of clicks at a time. */
const AT_ONCE = 256;
const SHOW_MS = 1_000;

/**
 * Delivers clicks to the webhooks that subscribe to them, until the signal aborts. Only one process should do so: a
 * second one delivers the same clicks until its next write finds that the cursors have moved.
 */
export const runClicks = async (options: RunClicks): Promise<void> => {
  const { analytics, readStore, publicUrl, egress, secretsOf, log, signal } = options;
  const pool = readStore.system;
  const [slots, slotsOfSlow] = [new Slots(AT_ONCE), new Slots(AT_ONCE / 2)];
  /** Webhooks whose last attempt was slow: together they have half of the slots at most. */
  const slow = new Set<string>();
  const counted = attemptsTotal();
  const secretsFor = remembered(secretsOf);
  const feed = new ClickFeed({
    client: analytics,
    subscribed: () => subscribedToClicks(pool),
    cursors: (ids) => readClickCursors(pool, ids),
    forget: (before) => forgetClickCursors(pool, before),
    named: clickNames(pool, publicUrl),
    attempt: (webhook, click, cut) => {
      const { id, url } = webhook;
      const attempt = async () => {
        const secrets = await secretsFor(id);
        if (secrets.length === 0) throw new Error(`webhook ${id} has no secret yet`);
        const { event_id, body } = clickedOf(webhook, click);
        const result = await attemptDelivery({ egress, url, event_id, body, secrets, signal: cut });
        if (!result) return undefined;
        counted.inc({ outcome: result.outcome });
        if (result.duration_ms < SLOW_MS) slow.delete(id);
        else slow.add(id);
        return result;
      };
      const inTurn = () => slots.use(attempt, cut);
      return slow.has(id) ? slotsOfSlow.use(inTurn, cut) : inTurn();
    },
    write: (covered) => readStore.inWorkspace(covered.webhook.workspace_id, (client) => writeCovered(client, covered)),
    log,
    signal,
  });
  const behind = clicksBehind();
  const show = (): Promise<void> => Promise.resolve(behind.set(feed.behindMs(Date.now()) / 1_000));
  await Promise.all([feed.run(), every(SHOW_MS, show, { signal, onFailure: () => undefined })]);
  behind.set(0);
};

const REMEMBERED_MS = 1_000;

/** Asks at most once a second for each webhook. After a rotation the former secret signs, too. */
const remembered = (secretsOf: RunClicks['secretsOf']): ((id: string) => Promise<readonly Uint8Array[]>) => {
  const known = new Map<string, { readonly at: number; readonly secrets: Promise<readonly Uint8Array[]> }>();
  return (id) => {
    const found = known.get(id);
    if (found && performance.now() - found.at < REMEMBERED_MS) return found.secrets;
    const secrets = secretsOf([id]).then((all) => all.get(id) ?? []);
    known.set(id, { at: performance.now(), secrets });
    return secrets;
  };
};
