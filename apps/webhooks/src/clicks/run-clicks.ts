import type { AnalyticsClient } from '@platform/analytics-store';
import { every } from '@platform/async';
import type { ReadStore } from '@platform/read-store';
import type { Log } from '@platform/telemetry';
import { type AttemptResult, attemptDelivery, forgetClickCursors, readClickCursors } from '@platform/webhooks';
import { attemptsTotal, clicksBehind } from '../metrics';
import { SLOW_SHARE, UNPROVEN_SHARE } from '../sender/lane';
import { Paces } from '../sender/paces';
import type { SenderOptions } from '../sender/sender';
import { ClickFeed } from './click-feed';
import { clickNames } from './click-names';
import { subscribedToClicks } from './click-webhook';
import { clickedOf, writeCovered } from './covered-clicks';
import { recentSecrets } from './recent-secrets';
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
  const inTurn = fairTurns();
  const counted = attemptsTotal();
  const secretsFor = recentSecrets(secretsOf);
  const feed = new ClickFeed({
    client: analytics,
    subscribed: () => subscribedToClicks(pool),
    cursors: (ids) => readClickCursors(pool, ids),
    forget: (before) => forgetClickCursors(pool, before),
    named: clickNames(pool, publicUrl),
    attempt: (webhook, click, cut) => {
      const { id, url } = webhook;
      return inTurn(id, cut, async () => {
        const secrets = await secretsFor(id);
        if (secrets.length === 0) throw new Error(`webhook ${id} has no secret yet`);
        const { event_id, body } = clickedOf(webhook, click);
        const result = await attemptDelivery({ egress, url, event_id, body, secrets, signal: cut });
        if (result) counted.inc({ outcome: result.outcome });
        return result;
      });
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

type Attempt = () => Promise<AttemptResult | undefined>;

/** Lets the attempts of webhooks begin, so that slow endpoints and new ones leave some to the others. */
const fairTurns = () => {
  const slots = new Slots(AT_ONCE);
  const [slotsOfUnproven, slotsOfSlow] = [new Slots(AT_ONCE * UNPROVEN_SHARE), new Slots(AT_ONCE * SLOW_SHARE)];
  const paces = new Paces();
  /** First attempts that are on their way: before their end nobody knows how slow an endpoint is. */
  const firsts = new Map<string, Promise<void>>();
  return async (id: string, cut: AbortSignal, attempt: Attempt): Promise<AttemptResult | undefined> => {
    const timed: Attempt = async () => {
      const result = await attempt();
      if (result) paces.note(id, result.duration_ms);
      return result;
    };
    const inTurn: Attempt = () => slots.use(timed, cut);
    const unproven: Attempt = () => slotsOfUnproven.use(inTurn, cut);
    while (firsts.has(id)) await firsts.get(id);
    const pace = paces.of(id);
    if (pace === 'quick') return inTurn();
    if (pace === 'slow') return slotsOfSlow.use(unproven, cut);
    const first = unproven();
    const forget = (): void => void firsts.delete(id);
    firsts.set(id, first.then(forget, forget));
    return first;
  };
};
