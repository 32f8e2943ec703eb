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

/** Attempts of one lane at a time. */
const AT_ONCE = 8;
/** The same before its first answer, so that an endpoint that never answers holds few slots. */
const UNANSWERED_AT_ONCE = 2;
/** Bodies on their way: of one lane, and of all lanes. More only for a lane that has none on its way. */
const [LANE_BYTES, MOST_BYTES] = [2 * 1_024 * 1_024, 64 * 1_024 * 1_024];
/** An endpoint whose last attempt took so many milliseconds is slow. */
export const SLOW_MS = 1_000;

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
  /** Of the last attempt; undefined before the first. */
  private lastMs: number | undefined;

  /** @param wasSlow as of its last attempt before this sender acquired it */
  constructor(
    { webhook_id, ...health }: LeasedLane,
    private readonly wasSlow = false,
  ) {
    this.webhookId = webhook_id;
    this.health = health;
  }

  begin({ body }: DueDelivery): void {
    this.inFlight += 1;
    this.bytesInFlight += Buffer.byteLength(body);
  }

  end({ body }: DueDelivery): void {
    this.inFlight -= 1;
    this.bytesInFlight -= Buffer.byteLength(body);
  }

  /** How many more attempts may begin. */
  get room(): number {
    if (this.bytesInFlight >= LANE_BYTES) return 0;
    const most = isProbing(this.health) ? 1 : this.lastMs === undefined ? UNANSWERED_AT_ONCE : AT_ONCE;
    return Math.max(0, most - this.inFlight);
  }

  /** Whether an attempt has ended since it was acquired. */
  get isServed(): boolean {
    return this.lastMs !== undefined;
  }

  /** Whether its endpoint takes long to answer. */
  get isSlow(): boolean {
    return this.lastMs === undefined ? this.wasSlow : this.lastMs >= SLOW_MS;
  }

  /** What an attempt means for its delivery and for its webhook. */
  judge(delivery: DueDelivery, result: AttemptResult): RecordedAttempt {
    const succeeded = result.outcome === 'delivered';
    this.lastMs = result.duration_ms;
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
 * Shares the attempts that a process may begin. Slow endpoints together hold half of all at most, and half of the bytes,
 * so that there is room for the others.
 * @param held all lanes of the process @param most attempts of the process at a time
 */
export const shareOut = (held: readonly WebhookLane[], most: number, inFlight: number): ReadonlyMap<string, Take> => {
  const heldSlow = held.filter(({ isSlow }) => isSlow);
  const isFull = bytesOf(held) >= MOST_BYTES;
  const isFullOfSlow = isFull || bytesOf(heldSlow) >= MOST_BYTES / 2;
  const mayHoldMore = (lane: WebhookLane): boolean => !(lane.isSlow ? isFullOfSlow : isFull);
  const open = held.filter((lane) => lane.mayHaveMore && lane.room > 0 && (mayHoldMore(lane) || lane.inFlight === 0));
  const quick = inTurn(
    open.filter(({ isSlow }) => !isSlow),
    most - inFlight,
  );
  const given = [...quick.values()].reduce((sum, share) => sum + share, 0);
  const slowInFlight = heldSlow.reduce((sum, lane) => sum + lane.inFlight, 0);
  const slow = inTurn(
    open.filter(({ isSlow }) => isSlow),
    Math.min(most - inFlight - given, most / 2 - slowInFlight),
  );
  const shares = new Map([...quick, ...slow]);
  const taken = (lane: WebhookLane): Take => ({
    deliveries: shares.get(lane.webhookId) ?? 0,
    bytes: mayHoldMore(lane) ? LANE_BYTES - lane.bytesInFlight : 1,
  });
  return new Map(
    open.filter(({ webhookId }) => shares.has(webhookId)).map((lane) => [lane.webhookId, taken(lane)] as const),
  );
};

const bytesOf = (lanes: readonly WebhookLane[]): number => lanes.reduce((sum, lane) => sum + lane.bytesInFlight, 0);
