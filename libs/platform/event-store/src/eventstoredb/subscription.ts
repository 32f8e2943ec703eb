import type { Readable } from 'node:stream';
import type { Delivery, Recorded, Subscribe } from '@kernel';
import { backoff, pause } from '@platform/async';
import { messageOf } from '@platform/telemetry';
import { weightOf } from '../weight';
import type { Connection } from './connection';
import { HEARTBEAT_STREAM, watch, type Watched } from './heartbeat';
import { Inbox, type InboxLimits } from './inbox';
import type { Follower, Live, Run } from './live';
import { endWith, type SubscriptionItem, open } from './open';
import { failureOf, isTooSlow, recordedOf } from './translate';

export interface SubscriptionParts extends Watched {
  readonly live: Live;
}

/** How far a subscription has come, over all its connections. */
interface SubscriptionState {
  /** Every event up to here was delivered or belongs to other categories. */
  position: bigint;
  /** Position of the last `caught-up` mark delivered. */
  marked: bigint;
  last?: Recorded;
}

/** What is read ahead of history. */
const READ_AHEAD: InboxLimits<SubscriptionItem> = {
  items: 4_096,
  bytes: 4 * 1024 * 1024,
  weightOf: ({ event }) => (event ? weightOf(event.data) : 0),
};

/**
 * Delivers history by a subscription of its own until it arrives at what the process has received live, and then
 * follows that. Goes back to history when it falls behind what is kept in memory, and after a lost connection.
 */
export async function* subscription(
  parts: SubscriptionParts,
  { after, categories, signal, onReconnect }: Subscribe,
): AsyncGenerator<Delivery> {
  const { connection, live } = parts;
  const stop = AbortSignal.any([signal, connection.closing.signal]);
  if (stop.aborted) return;
  const state: SubscriptionState = { position: after, marked: -1n };
  const follower = live.follow(categories);
  const wake = (): void => follower.notify();
  stop.addEventListener('abort', wake);
  const recovery = new Recovery(parts, categories);
  let isLost = false;
  try {
    for (let run = await follower.run(stop); run; run = await follower.run(stop)) {
      recovery.begin(state.position);
      // Its failure is not one of this connection.
      if (isLost) await onReconnect?.({ last: state.last, position: state.position, wasLost: true });
      isLost = false;
      try {
        yield* history(parts, follower, run, state, stop);
        yield* newest(follower, run, state, stop);
        isLost = run.isOver;
      } catch (error) {
        isLost = !isTooSlow(error);
        await recovery.after(error, state.position, stop);
      }
    }
  } finally {
    stop.removeEventListener('abort', wake);
    live.leave(follower);
  }
}

/** Delivers until it arrives where the tail begins. */
async function* history(
  parts: SubscriptionParts,
  { categories }: Follower,
  run: Run,
  state: SubscriptionState,
  stop: AbortSignal,
): AsyncGenerator<Delivery> {
  const hasArrived = (): boolean => {
    const floor = run.floorOf(categories);
    return run.isOver || floor === undefined || state.position >= floor;
  };
  if (hasArrived()) return;
  const { connection } = parts;
  const incoming = open(connection, [...categories], state.position);
  // The client declares its streams more narrowly than what they are.
  const inbox = new Inbox<SubscriptionItem>(incoming as unknown as Readable, READ_AHEAD);
  const watchdog = watch(parts, incoming);
  const release = endWith(incoming, connection, stop);
  try {
    watchdog.listen();
    for await (const { event, commitPosition } of inbox) {
      watchdog.pause();
      if (stop.aborted) return;
      const position = commitPosition ?? state.position;
      state.position = position;
      if (event && event.streamId !== HEARTBEAT_STREAM)
        yield { kind: 'event', recorded: (state.last = recordedOf(event, position)) };
      if (hasArrived()) return;
      if (inbox.length === 0) watchdog.listen();
    }
    throw new Error('the server ended it');
  } finally {
    watchdog.pause();
    release();
  }
}

/** Delivers what comes, and a mark whenever no further event is at hand, until the connection is lost. */
async function* newest(
  follower: Follower,
  run: Run,
  state: SubscriptionState,
  stop: AbortSignal,
): AsyncGenerator<Delivery> {
  const { tail } = run;
  while (!stop.aborted && state.position >= (run.floorOf(follower.categories) ?? Infinity)) {
    follower.news = false;
    const { ceiling } = tail;
    for (const recorded of tail.after(state.position, follower.categories)) {
      if (stop.aborted) return;
      state.position = recorded.position;
      yield { kind: 'event', recorded: (state.last = recorded) };
    }
    if (ceiling > state.position) state.position = ceiling;
    if (stop.aborted || run.isOver) return;
    if (follower.news) continue;
    if (follower.isCurrent && state.position > state.marked) {
      state.marked = state.position;
      yield { kind: 'caught-up', position: state.position };
    }
    await follower.awaitNews();
  }
}

/** What follows a failure of a subscription that reads history. */
class Recovery {
  private failures = 0;
  private began = -1n;
  private client: Connection['client'] | undefined;

  constructor(
    private readonly parts: SubscriptionParts,
    private readonly categories: readonly string[],
  ) {}

  begin(position: bigint): void {
    this.began = position;
    this.client = this.parts.connection.client;
  }

  /** Waits, unless it was the server's flow control, which is no fault. */
  async after(cause: unknown, position: bigint, stop: AbortSignal): Promise<void> {
    const { connection, timing, log } = this.parts;
    if (stop.aborted) return;
    const tooSlow = isTooSlow(cause);
    if (tooSlow && position > this.began) return;
    this.failures = position > this.began ? 1 : this.failures + 1;
    if (!tooSlow && this.client) connection.failed(this.client, cause);
    const waitMs = backoff(this.failures, { firstMs: timing.backoffMin, lastMs: timing.backoffMax });
    log.warn(
      { categories: this.categories, position: `${position}`, pause: waitMs, cause: messageOf(failureOf(cause)) },
      'a subscription was lost; subscribing again',
    );
    await pause(waitMs, stop);
  }
}
