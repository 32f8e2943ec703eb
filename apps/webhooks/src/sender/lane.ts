import {
  type AttemptResult,
  type DueDelivery,
  type LaneHealth,
  type LeasedLane,
  type RecordedAttempt,
  type Take,
  hasFailedForGood,
  healthAfter,
  isProbing,
  waitAfter,
} from '@platform/webhooks';
import type { Pace, Paces } from './paces';

/** Attempts of one lane at a time. */
const AT_ONCE = 8;
/** The same before its first answer, so that an endpoint that never answers holds few slots. */
const UNANSWERED_AT_ONCE = 2;
/** Bodies on their way: of one lane, and of all lanes. More only for a lane that has none on its way. */
const [LANE_BYTES, MOST_BYTES] = [2 * 1_024 * 1_024, 64 * 1_024 * 1_024];
/** A lane that this sender holds: the deliveries of one webhook. */
export class WebhookLane {
  readonly webhookId: string;
  /** Attempts that have begun and whose results are not written. */
  inFlight = 0;
  /** Of their bodies. */
  bytesInFlight = 0;
  /** Whether a look at the database may find more that is due. */
  mayHaveMore = true;
  /** As it was when deliveries were taken; see `Lanes.rest`. */
  woken = '-1';
  private health: LaneHealth;
  /** Whether an attempt has ended since it was acquired. */
  isServed = false;
  /** Streams of which a first attempt is on its way. */
  private readonly streams = new Set<string>();

  constructor(
    { webhook_id, ...health }: LeasedLane,
    private readonly paces: Paces,
  ) {
    this.webhookId = webhook_id;
    this.health = health;
  }

  /** Those that may begin now: the first attempts of a stream are made one after the other. */
  inTurn(due: readonly DueDelivery[]): readonly DueDelivery[] {
    const busy = new Set(this.streams);
    return due.filter((delivery) => {
      const stream = streamInOrder(delivery);
      const isBusy = stream !== null && busy.has(stream);
      if (stream !== null) busy.add(stream);
      return !isBusy;
    });
  }

  begin(delivery: DueDelivery): void {
    this.inFlight += 1;
    this.bytesInFlight += Buffer.byteLength(delivery.body);
    const stream = streamInOrder(delivery);
    if (stream !== null) this.streams.add(stream);
  }

  end(delivery: DueDelivery): void {
    this.inFlight -= 1;
    this.bytesInFlight -= Buffer.byteLength(delivery.body);
    const stream = streamInOrder(delivery);
    if (stream !== null) this.streams.delete(stream);
  }

  /** How many more attempts may begin. */
  get room(): number {
    if (this.bytesInFlight >= LANE_BYTES) return 0;
    const most = isProbing(this.health) || this.pace === 'new' ? 1 : this.isServed ? AT_ONCE : UNANSWERED_AT_ONCE;
    return Math.max(0, most - this.inFlight);
  }

  /** How long its endpoint takes to answer. */
  get pace(): Pace {
    return this.paces.of(this.webhookId);
  }

  /** Takes over what the row says, where it knows of a later success: that of a click, which no sender has sent. */
  learn(health: LaneHealth): void {
    if (Date.parse(health.healthy_at) > Date.parse(this.health.healthy_at)) this.health = health;
  }

  /** What an attempt means for its delivery and for its webhook. */
  judge(delivery: DueDelivery, result: AttemptResult): RecordedAttempt {
    const succeeded = result.outcome === 'delivered';
    this.isServed = true;
    this.paces.note(this.webhookId, result.duration_ms);
    const wait = succeeded ? undefined : waitAfter(delivery.step + 1, { retryAfterMs: result.retryAfterMs });
    const { at, failed_at: exhaustedBefore } = delivery;
    this.health = healthAfter(this.health, { succeeded, isLast: wait === undefined, at, exhaustedBefore });
    const gone = result.outcome === 'gone' ? 'gone' : null;
    return {
      webhook_id: this.webhookId,
      delivery,
      result,
      status: succeeded ? 'delivered' : wait === undefined ? 'failed' : 'pending',
      wait_ms: wait ?? null,
      health: this.health,
      disable: gone ?? (!succeeded && hasFailedForGood(this.health, delivery.at) ? 'failures' : null),
    };
  }
}

/** The stream whose order an attempt keeps; null for further attempts, and for what has no stream. */
const streamInOrder = ({ attempt, stream }: DueDelivery): string | null => (attempt === 0 ? stream : null);

/** Shares room for attempts among lanes, one by one in turn. @returns how many each may begin */
const inTurn = (lanes: readonly WebhookLane[], room: number): ReadonlyMap<string, number> => {
  const shares = new Map<string, number>();
  for (let left = room, given = -1; left > 0 && given !== 0;) {
    given = 0;
    for (const { webhookId, room: most } of lanes) {
      const share = shares.get(webhookId) ?? 0;
      if (left === 0 || share === most) continue;
      shares.set(webhookId, share + 1);
      left -= 1;
      given += 1;
    }
  }
  return shares;
};

/**
 * Parts of all attempts and bytes on their way that slow endpoints have at most, and these together with new ones, so
 * that there is room for the others.
 */
export const [SLOW_SHARE, UNPROVEN_SHARE] = [1 / 2, 3 / 4];

/**
 * Shares the attempts that a process may begin.
 * @param held all lanes of the process @param most attempts of the process at a time
 */
export const shareOut = (held: readonly WebhookLane[], most: number, inFlight: number): ReadonlyMap<string, Take> => {
  const shares = new Map<string, Take>();
  let begun = 0;
  const ofPace = (...paces: readonly Pace[]) => held.filter(({ pace }) => paces.includes(pace));
  const [slow, unproven] = [ofPace('slow'), ofPace('slow', 'new')];
  const give = (lanes: readonly WebhookLane[], room: number, isFull: boolean): number => {
    const open = lanes.filter((lane) => lane.mayHaveMore && lane.room > 0 && (!isFull || lane.inFlight === 0));
    const given = inTurn(open, Math.min(room, most - inFlight - begun));
    for (const { webhookId, bytesInFlight } of open) {
      const deliveries = given.get(webhookId);
      if (deliveries === undefined) continue;
      shares.set(webhookId, { deliveries, bytes: isFull ? 1 : LANE_BYTES - bytesInFlight });
      begun += deliveries;
    }
    return [...given.values()].reduce((sum, count) => sum + count, 0);
  };
  const isFull = bytesOf(held) >= MOST_BYTES;
  const isFullOfUnproven = isFull || bytesOf(unproven) >= MOST_BYTES * UNPROVEN_SHARE;
  give(ofPace('quick'), most, isFull);
  const room = most * UNPROVEN_SHARE - inFlightOf(unproven);
  const ofNew = give(ofPace('new'), room, isFullOfUnproven);
  const roomOfSlow = Math.min(room - ofNew, most * SLOW_SHARE - inFlightOf(slow));
  give(slow, roomOfSlow, isFullOfUnproven || bytesOf(slow) >= MOST_BYTES * SLOW_SHARE);
  return shares;
};

const inFlightOf = (lanes: readonly WebhookLane[]): number => lanes.reduce((sum, lane) => sum + lane.inFlight, 0);

const bytesOf = (lanes: readonly WebhookLane[]): number => lanes.reduce((sum, lane) => sum + lane.bytesInFlight, 0);
