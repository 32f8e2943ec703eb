import type { Readable } from 'node:stream';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import { type Delivery, EventStoreMismatch, type Recorded, type Subscribe } from '@kernel';
import { backoff, pause } from '@platform/async';
import { type Log, messageOf } from '@platform/telemetry';
import type { Connection } from './connection';
import { type Heart, HEARTBEAT_STREAM, Watchdog } from './heartbeat';
import { Inbox } from './inbox';
import type { Timing } from './options';
import { NoAnswer } from './no-answer';
import { failureOf, isTooSlow, recordedOf } from './translate';

export interface SubscriptionParts {
  readonly connection: Connection;
  readonly heart: Heart;
  readonly timing: Timing;
  readonly log: Pick<Log, 'warn'>;
}

/** How far a subscription has come, over all its connections. */
interface SubscriptionState {
  /** Every event up to here was delivered or belongs to other categories. */
  position: bigint;
  /** Position of the last `caught-up` mark delivered. */
  marked: bigint;
  last?: Recorded;
}

/** An event, or a position without one. */
type Incoming = Pick<AllStreamResolvedEvent, 'event' | 'commitPosition'>;

/** After this many events of other categories the server reports its position. */
const SEARCH_WINDOW = 256;

/** The server keeps 32 events for a live subscriber and then ends the subscription, so more are kept here. */
const INBOX_LIMIT = 4_096;

/**
 * Subscribes again after the last delivered position whenever the subscription ends by itself: at once if it was the
 * server's flow control, which is no fault.
 */
export async function* subscription(
  parts: SubscriptionParts,
  { after, categories, signal, onReconnect }: Subscribe,
): AsyncGenerator<Delivery> {
  const { connection, timing, log } = parts;
  const stop = AbortSignal.any([signal, connection.closing.signal]);
  const prefixes = [...categories.map((category) => `${category}-`), HEARTBEAT_STREAM];
  const state: SubscriptionState = { position: after, marked: -1n };
  let failures = 0;
  let connections = 0;
  while (!stop.aborted) {
    const { client } = connection;
    const reached = state.position;
    let cause: unknown = 'the server ended it';
    try {
      if (connections > 0) await onReconnect?.(state.last);
      connections += 1;
      yield* oneConnection(parts, prefixes, state, stop);
    } catch (error) {
      if (error instanceof EventStoreMismatch) throw error;
      cause = error;
    }
    if (stop.aborted) return;
    const tooSlow = isTooSlow(cause);
    if (tooSlow && state.position > reached) continue;
    failures = state.position > reached ? 1 : failures + 1;
    if (!tooSlow) connection.failed(client, cause);
    const waitMs = backoff(failures, { firstMs: timing.backoffMin, lastMs: timing.backoffMax });
    log.warn(
      { categories, position: `${state.position}`, pause: waitMs, cause: messageOf(failureOf(cause)) },
      'a subscription was lost; subscribing again',
    );
    await pause(waitMs, stop);
  }
}

/**
 * Delivers until the connection is lost. The first heartbeat follows every event that the store held at the start, so
 * all events after it are live. From then on, a mark is delivered whenever no further event is at hand.
 */
async function* oneConnection(
  parts: SubscriptionParts,
  prefixes: string[],
  state: SubscriptionState,
  stop: AbortSignal,
): AsyncGenerator<Delivery> {
  const { connection } = parts;
  const { client } = connection;
  const incoming = open(connection, prefixes, state.position);
  // The client declares its streams more narrowly than what they are.
  const inbox = new Inbox<Incoming>(incoming as unknown as Readable, INBOX_LIMIT);
  const watchdog = watch(parts, incoming);
  const release = endWith(incoming, connection, stop);
  let live = false;
  try {
    watchdog.listen();
    for await (const { event, commitPosition } of inbox) {
      watchdog.pause();
      if (stop.aborted) return;
      const position = commitPosition ?? state.position;
      state.position = position;
      if (event && event.streamId !== HEARTBEAT_STREAM)
        yield { kind: 'event', recorded: (state.last = recordedOf(event, position)) };
      if (!live && watchdog.reachedBy(event?.id, position)) {
        live = true;
        connection.worked(client);
      }
      if (live && !stop.aborted && inbox.length === 0 && position > state.marked) {
        state.marked = position;
        yield { kind: 'caught-up', position };
      }
      watchdog.listen();
    }
  } finally {
    watchdog.pause();
    release();
    incoming.destroy();
    void incoming.unsubscribe().catch(() => undefined);
  }
}

/** Ends a subscription with its consumer, and with the client when that is replaced. @returns what forgets it */
const endWith = (incoming: AllStreamSubscription, { lifetime }: Connection, stop: AbortSignal): (() => void) => {
  const abort = (): void => void incoming.destroy();
  const replaced = (): void => void incoming.destroy(lifetime.reason as Error);
  stop.addEventListener('abort', abort, { once: true });
  lifetime.addEventListener('abort', replaced, { once: true });
  return () => {
    stop.removeEventListener('abort', abort);
    lifetime.removeEventListener('abort', replaced);
  };
};

/** Ends a subscription that delivers no heartbeat, and has its client replaced. */
const watch = ({ connection, heart, timing, log }: SubscriptionParts, incoming: AllStreamSubscription): Watchdog => {
  const { client } = connection;
  return new Watchdog(heart, timing, log, () => {
    const cause = new NoAnswer(timing.heartbeat);
    connection.doubt(client, cause);
    incoming.destroy(cause);
  });
};

const open = ({ client, credentials }: Connection, prefixes: string[], after: bigint): AllStreamSubscription => {
  const incoming = client.subscribeToAll({
    fromPosition: after < 0n ? START : { commit: after, prepare: after },
    credentials,
    filter: streamNameFilter({
      prefixes,
      maxSearchWindow: SEARCH_WINDOW,
      // Queued as an item without an event, so that it takes its turn behind what was received before it.
      checkpointReached: (subscription, { commit }) => void subscription.push({ commitPosition: commit }),
    }),
  });
  // The client may emit an error after the iteration has ended; without a listener it would end the process.
  return incoming.on('error', () => undefined);
};
