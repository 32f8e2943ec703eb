import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Batcher, endsWithin, keepWorking, pause, retry } from '@platform/async';
import type { Egress } from '@platform/egress';
import { type KeepListening, asUnavailable, keepListening } from '@platform/postgres';
import type { Log } from '@platform/telemetry';
import {
  type DueDelivery,
  LEASE_MS,
  Lanes,
  type LeasedLane,
  type RecordedAttempt,
  type Taken,
  WEBHOOKS_CHANNEL,
  attemptDelivery,
} from '@platform/webhooks';
import type { Pool } from 'pg';
import { attemptsTotal } from '../metrics';
import type { TraceOf } from '../trace-of';
import { WebhookLane, shareOut } from './lane';
import { Paces } from './paces';
import { Waker } from './waker';

export interface SenderOptions {
  readonly pool: Pick<Pool, 'query'>;
  readonly connect: KeepListening['connect'];
  readonly egress: Pick<Egress, 'request'>;
  /** The keys that sign the deliveries of webhooks, by id; a webhook that is not in the answer has none yet. */
  readonly secretsOf: (webhookIds: readonly string[]) => Promise<ReadonlyMap<string, readonly Uint8Array[]>>;
  /** The traceparent of an event. */
  readonly traceOf?: TraceOf | undefined;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Attempts of one process at a time, and lanes that it holds. */
const AT_ONCE = 256;
/** Slow lanes among them at most, so that there is room for the others. */
const SLOW_AT_ONCE = AT_ONCE / 2;
const POLL_MS = 1_000;
const RENEW_MS = LEASE_MS / 3;
/** When the process stops: time for attempts to end by themselves, and then for results to be written. */
const DRAIN_MS = 1_500;
const RECORDED_WITHIN_MS = 30_000;

/** Sends due deliveries until the signal aborts. Any number of processes may do so: only one at a time holds a lane. */
export const runSender = (options: SenderOptions): Promise<void> => new Sender(options).run();

class Sender {
  private readonly lanes: Lanes;
  private readonly held = new Map<string, WebhookLane>();
  private readonly paces = new Paces();
  /** Ids of deliveries whose attempt has begun and whose result is not written. */
  private readonly inFlight = new Set<string>();
  private readonly attempts = new Set<Promise<void>>();
  private readonly waker = new Waker();
  /** Cuts attempts off, some time after the signal. */
  private readonly cutting = new AbortController();
  /** Gives up writing results, some time after that. */
  private readonly ending = new AbortController();
  private readonly counted = attemptsTotal();
  private readonly records: Batcher<RecordedAttempt, undefined>;

  constructor(private readonly options: SenderOptions) {
    this.lanes = new Lanes(options.pool, randomUUID());
    this.records = new Batcher({
      send: async (attempts) => {
        await this.lanes.record(attempts);
        return attempts.map(() => undefined);
      },
      maxItems: AT_ONCE,
      deadlineMs: RECORDED_WITHIN_MS,
      unavailable: (detail) => new Error(`the results of attempts could not be written: ${detail}`),
    });
  }

  async run(): Promise<void> {
    const { connect, log, signal } = this.options;
    // Each attempt listens to both.
    setMaxListeners(2 * AT_ONCE, this.cutting.signal, this.ending.signal);
    const listening = keepListening({
      connect,
      purpose: 'listening for deliveries',
      beatMs: 3_000,
      lastRetryMs: 1_000,
      channel: WEBHOOKS_CHANNEL,
      onPayload: () => this.lookAgain(),
      onListening: () => this.lookAgain(),
      log,
      signal,
    });
    const renewing = this.keepRenewing();
    const onFailure = (err: unknown): void => log.warn({ err }, 'deliveries could not be read; trying again');
    const round = async (working: () => void): Promise<void> => {
      await this.sendDue();
      working();
    };
    await keepWorking(round, { signal, onFailure });
    // What is due in lanes without an attempt on its way need not wait for the others.
    const releasing = this.release([...this.held.values()].filter(({ inFlight }) => inFlight > 0));
    await endsWithin(DRAIN_MS, Promise.all(this.attempts));
    this.cutting.abort();
    await endsWithin(DRAIN_MS, Promise.all(this.attempts));
    this.ending.abort();
    await Promise.all([...this.attempts, listening, renewing, releasing]);
    await this.release();
  }

  private async release(but: readonly WebhookLane[] = []): Promise<void> {
    await this.lanes
      .release(but.map(({ webhookId }) => webhookId))
      .catch((err: unknown) =>
        this.options.log.warn({ err }, 'lanes could not be released; they are free once their leases end'),
      );
  }

  /** Begins what is due, and waits for more. */
  private async sendDue(): Promise<void> {
    const { signal } = this.options;
    await this.acquire();
    const begun = await this.beginDue();
    await this.letGo();
    if (begun === 0 && (await this.waker.wait(POLL_MS, signal)) === 'late') this.lookAgain();
  }

  /** Takes lanes with something due. Slow ones take turns: one that was served makes room for another. */
  private async acquire(): Promise<void> {
    const served = this.heldSlow().filter(({ isServed, inFlight }) => isServed && inFlight === 0);
    if (served.length > 0 && this.heldSlow().length >= SLOW_AT_ONCE) {
      for (const { webhookId } of served) this.held.delete(webhookId);
      await this.lanes.release([...this.held.keys()]);
    }
    const slow = this.paces.slow();
    await this.hold(AT_ONCE - this.held.size, (most) => this.lanes.acquire(most, slow));
    if (slow.length === 0) return;
    const room = Math.min(AT_ONCE - this.held.size, SLOW_AT_ONCE - this.heldSlow().length);
    await this.hold(room, (most) => this.lanes.acquireAmong(most, slow));
  }

  private heldSlow(): readonly WebhookLane[] {
    return [...this.held.values()].filter(({ pace }) => pace === 'slow');
  }

  private async hold(room: number, lease: (most: number) => Promise<readonly LeasedLane[]>): Promise<void> {
    if (room <= 0) return;
    for (const leased of await lease(room)) {
      const { webhook_id: id } = leased;
      if (!this.held.has(id)) this.held.set(id, new WebhookLane(leased, this.paces));
    }
  }

  /** @returns how many attempts it has begun */
  private async beginDue(): Promise<number> {
    const lanes = [...this.held.values()];
    const shares = shareOut(lanes, AT_ONCE, this.attempts.size);
    if (shares.size === 0) return 0;
    const taken = await this.lanes.take(shares, [...this.inFlight]);
    const busy = taken.filter(({ waiting }) => waiting > 0).map(({ webhook_id }) => webhook_id);
    const secrets = busy.length > 0 ? await this.options.secretsOf(busy) : new Map<string, never>();
    const byLane = new Map(taken.map((found) => [found.webhook_id, found]));
    let begun = 0;
    for (const [webhookId, asked] of shares) {
      const found = byLane.get(webhookId);
      const lane = this.held.get(webhookId);
      // It is no longer held, or its webhook is about to be disabled.
      if (!found) this.held.delete(webhookId);
      else if (lane) begun += this.begin(lane, found, secrets.get(webhookId) ?? [], asked.deliveries);
    }
    // Lanes that got nothing in this round come first in the next one.
    for (const lane of lanes) {
      const found = byLane.get(lane.webhookId);
      const hadNoTurn = found && found.waiting > 0 && found.deliveries.length === 0;
      if (found && !hadNoTurn && this.held.delete(lane.webhookId)) this.held.set(lane.webhookId, lane);
    }
    return begun;
  }

  private begin(lane: WebhookLane, taken: Taken, secrets: readonly Uint8Array[], asked: number): number {
    lane.woken = taken.woken;
    lane.learn(taken.health);
    // Without a secret nothing can be signed: the next look comes after a while.
    const due = secrets.length > 0 ? taken.deliveries : [];
    const begun = lane.inTurn(due);
    // What waits for its turn is looked at when an attempt has ended.
    const isHeldUp = begun.length < due.length;
    lane.mayHaveMore = secrets.length > 0 && !isHeldUp && (taken.waiting === asked || due.length < taken.waiting);
    for (const delivery of begun) {
      lane.begin(delivery);
      this.inFlight.add(delivery.id);
      const attempt = this.attempt(lane, delivery, { url: taken.url, secrets });
      this.attempts.add(attempt);
      void attempt.finally(() => this.attempts.delete(attempt));
    }
    return begun.length;
  }

  private async attempt(
    lane: WebhookLane,
    delivery: DueDelivery,
    { url, secrets }: { readonly url: string; readonly secrets: readonly Uint8Array[] },
  ): Promise<void> {
    const { egress, traceOf, log } = this.options;
    const { event_id, body } = delivery;
    try {
      const traceparent = await traceOf?.(delivery);
      const { signal } = this.cutting;
      const result = await attemptDelivery({ egress, url, event_id, body, secrets, traceparent, signal });
      if (!result) return;
      this.counted.inc({ outcome: result.outcome });
      const recorded = lane.judge(delivery, result);
      const onFailure = (err: unknown): void =>
        log.warn({ err }, 'the result of an attempt was not written; trying again');
      await retry(() => this.records.add(recorded), { signal: this.ending.signal, onFailure });
      lane.mayHaveMore = true;
    } catch (err) {
      log.error({ err, webhook: lane.webhookId }, 'an attempt ended in an unexpected way; the delivery stays due');
    } finally {
      lane.end(delivery);
      this.inFlight.delete(delivery.id);
      this.waker.wake();
    }
  }

  /** Lets lanes go that have nothing due and nothing in flight. */
  private async letGo(): Promise<void> {
    const idle = [...this.held.values()].filter(({ mayHaveMore, inFlight }) => !mayHaveMore && inFlight === 0);
    if (idle.length === 0) return;
    const rested = new Set(await this.lanes.rest(new Map(idle.map(({ webhookId, woken }) => [webhookId, woken]))));
    for (const lane of idle) {
      if (rested.has(lane.webhookId)) this.held.delete(lane.webhookId);
      else lane.mayHaveMore = true;
    }
  }

  private lookAgain(): void {
    for (const lane of this.held.values()) lane.mayHaveMore = true;
    this.waker.wake();
  }

  private async keepRenewing(): Promise<void> {
    const { signal, log } = this.options;
    for (let drained = false; !drained;) {
      await pause(RENEW_MS, signal);
      drained = signal.aborted;
      if (drained || this.held.size === 0) continue;
      try {
        const known = new Map(this.held);
        const renewed = new Set(await this.lanes.renew([...known.keys()]));
        // A lane that was acquired meanwhile, even for the second time, was not in the request, so it stays.
        for (const [webhookId, lane] of known)
          if (!renewed.has(webhookId) && this.held.get(webhookId) === lane) this.held.delete(webhookId);
      } catch (err) {
        log.warn({ err: asUnavailable(err) }, 'leases could not be renewed; trying again');
      }
    }
  }
}
