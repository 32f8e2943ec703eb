import { setTimeout as delay } from 'node:timers/promises';
import { type Delivery, type EventStore, batches } from '@kernel';
import { type Leadership, ProcessorState, lead } from '@platform/read-store';
import { metrics } from '@platform/telemetry';
import type { Pool } from 'pg';
import { type Message, type Publish, messageOf, portionsOf } from './messages';
import { type StreamBatch, byStream, historyOf, reachedBy } from './stream-batch';
import { type Told, toldOf } from './told';

export interface RelayOptions extends Pick<Leadership, 'connect' | 'log'> {
  readonly store: Pick<EventStore, 'read' | 'subscribe'>;
  /** Of the database that has the checkpoint, as the application. */
  readonly pool: Pool;
  /** The origin whose scheme short URLs have. */
  readonly publicUrl: string;
  readonly publish: Publish;
  readonly signal: AbortSignal;
}

/** Name of the processor: of its checkpoint, its lock and what it has parked. */
export const RELAY = 'relay';

const BATCH = 500;
const READ_AT_ONCE = 8;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/**
 * Publishes what the events of links and keys tell the world, in their order for each resource, each at least once. The
 * checkpoint moves when the broker has acknowledged, so that a crash in between repeats public events, with the same ids.
 * Works while this process leads, and stands by while another one does, until the signal aborts.
 */
export const runRelay = (options: RelayOptions): Promise<void> => {
  const { connect, log, signal } = options;
  return lead({ of: [RELAY], connect, log, signal, work: (leading) => relayWhile(new Relay(options, leading)) });
};

const relayWhile = async (relay: Relay): Promise<void> => {
  const { log, leading } = relay;
  let retryMs = FIRST_RETRY_MS;
  while (!leading.aborted) {
    try {
      for await (const _ of relay.batches()) retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (leading.aborted) return;
      log.warn({ err: error }, 'the relay was interrupted; resuming from its checkpoint');
      await delay(retryMs, undefined, { signal: leading }).catch(() => undefined);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  }
};

/** One term of leadership. */
class Relay {
  readonly log: RelayOptions['log'];
  private readonly told: Told;
  private readonly state: ProcessorState;
  private readonly figures = figuresOf();

  constructor(
    private readonly options: RelayOptions,
    readonly leading: AbortSignal,
  ) {
    this.log = options.log;
    this.told = toldOf(options.publicUrl);
    this.state = new ProcessorState(options.pool, RELAY);
  }

  /** Relays batch after batch; yields after each, when its checkpoint has moved. */
  async *batches(): AsyncGenerator<void> {
    let checkpoint = await this.state.checkpoint();
    const parked = await this.tryParked(checkpoint);
    const attempt = new AbortController();
    const signal = AbortSignal.any([this.leading, attempt.signal]);
    try {
      const deliveries = this.options.store.subscribe({ after: checkpoint, categories: this.told.categories, signal });
      for await (const batch of batches(deliveries, BATCH)) {
        checkpoint = await this.handle(batch, checkpoint, parked);
        yield;
      }
    } finally {
      attempt.abort();
    }
  }

  private async handle(batch: readonly Delivery[], checkpoint: bigint, parked: Set<string>): Promise<bigint> {
    const streams = byStream(batch, checkpoint).filter(({ stream }) => !parked.has(stream));
    const messages: Message[] = [];
    for (let at = 0; at < streams.length; at += READ_AT_ONCE) {
      const some = await Promise.all(
        streams.slice(at, at + READ_AT_ONCE).map((stream) => this.messagesOf(stream, parked)),
      );
      messages.push(...some.flat());
    }
    await this.publish(messages);
    const reached = reachedBy(batch, checkpoint);
    if (reached > checkpoint) await this.state.move(checkpoint, reached);
    const now = Date.now();
    for (const { metadata } of streams.flatMap(({ events }) => events))
      this.figures.lag.observe(Math.max(0, now - Date.parse(metadata.at)) / 1_000);
    return reached;
  }

  private async messagesOf(batch: StreamBatch, parked: Set<string>): Promise<readonly Message[]> {
    const history = await historyOf(this.options.store, batch);
    try {
      return this.told
        .of(batch.stream)(history, batch.first.revision)
        .map((event) => messageOf(batch.stream, event));
    } catch (error) {
      // A pure function fails the same way each time: set the stream aside with its successors, and let others go on.
      const { stream, first } = batch;
      this.log.warn({ err: error, stream, event_id: first.id }, 'stream parked');
      await this.state.park(stream, first.position, String(error));
      parked.add(stream);
      this.figures.parked.set(parked.size);
      return [];
    }
  }

  /** What an earlier release could not tell of may be told by this one. @returns the streams that are still parked */
  private async tryParked(checkpoint: bigint): Promise<Set<string>> {
    const parked = new Set<string>();
    for (const [stream, position] of await this.state.parked()) {
      const events = (await this.options.store.read(stream)).filter(
        (recorded) => recorded.position >= position && recorded.position <= checkpoint,
      );
      const [first] = events;
      if (first) await this.publish(await this.messagesOf({ stream, first, events }, parked));
      if (!parked.has(stream)) await this.state.release(stream);
    }
    this.figures.parked.set(parked.size);
    return parked;
  }

  private async publish(messages: readonly Message[]): Promise<void> {
    for (const portion of portionsOf(messages)) {
      await this.options.publish(portion);
      for (const { headers } of portion) this.figures.published.inc({ type: headers.type });
    }
  }
}

const figuresOf = () => ({
  published: metrics.counter(
    'relay_events_published_total',
    'Public events that the broker has acknowledged, repeats included.',
    ['type'],
  ),
  lag: metrics.histogram('relay_lag_seconds', 'Time from when an event happened to when it was published.'),
  parked: metrics.gauge(
    'relay_streams_parked',
    'Streams that could not be told of, and are tried again at the next start.',
  ),
});
