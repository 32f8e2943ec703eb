import { type Recorded, idOf } from '@kernel';
import { RELAY, publicStreams } from '@contexts/aggregates';
import {
  type Batch,
  type ParkedStream,
  type Processor,
  type RunOptions,
  type StreamBatch,
  StreamFolds,
  byStream,
  runProcessor,
  stepOf,
} from '@platform/processing';
import { type Leadership, PostgresProcessorState, lead } from '@platform/read-store';
import { metrics } from '@platform/telemetry';
import type { Pool } from 'pg';
import { type Message, type Publish, publicEventMessage, portionsOf } from './messages';

export interface RelayOptions extends Pick<Leadership, 'connect' | 'log'>, Pick<RunOptions, 'store' | 'signal'> {
  /** Of the database with the checkpoint, as the application. */
  readonly pool: Pool;
  /** The origin whose scheme short URLs have. */
  readonly publicUrl: string;
  readonly publish: Publish;
}

const READ_AT_ONCE = 8;

/**
 * Publishes the public events of links and keys, in order for each resource, each at least once. The checkpoint moves
 * after the broker's acknowledgement, so that a crash in between repeats public events with the same ids. Works while
 * this process leads, and waits while another process leads. Ends when the signal aborts.
 */
export const runRelay = (options: RelayOptions): Promise<void> => {
  const { connect, store, log, signal } = options;
  const relay = new Relay(options);
  return lead({
    of: [RELAY.name],
    connect,
    log,
    signal,
    work: (leading) => runProcessor(relay, { store, log, signal: leading }),
  });
};

class Relay implements Processor {
  readonly name = RELAY.name;
  readonly categories = RELAY.categories;
  readonly state: PostgresProcessorState;
  private readonly streams: StreamFolds;
  private readonly published = metrics.counter(
    'relay_events_published_total',
    'Public events that the broker has acknowledged, repeats included.',
    ['type'],
  );

  constructor(private readonly options: RelayOptions) {
    this.streams = new StreamFolds(options.store, publicStreams(options.publicUrl));
    this.state = new PostgresProcessorState(options.pool, RELAY.name);
  }

  readonly handle = async (batch: Batch): Promise<readonly ParkedStream[]> => {
    const parked: ParkedStream[] = [];
    const messages: Message[] = [];
    const streams = byStream(batch);
    for (let at = 0; at < streams.length; at += READ_AT_ONCE) {
      const some = streams.slice(at, at + READ_AT_ONCE).map((stream) => this.messagesOf(stream, parked));
      messages.push(...(await Promise.all(some)).flat());
    }
    await this.publish(messages);
    await this.state.write(stepOf(batch, parked));
    return parked;
  };

  private async messagesOf(batch: StreamBatch, parked: ParkedStream[]): Promise<readonly Message[]> {
    const published = await this.streams.publish(batch);
    if (published.parked) parked.push(published.parked);
    const traces = tracesOf(batch.events);
    return published.events.map((event) => publicEventMessage(batch.stream, event, traces.get(event.id)));
  }

  private async publish(messages: readonly Message[]): Promise<void> {
    for (const portion of portionsOf(messages)) {
      await this.options.publish(portion);
      for (const { headers } of portion) this.published.inc({ type: headers.type });
    }
  }
}

/** By the id of the public event. */
const tracesOf = (events: readonly Recorded[]): ReadonlyMap<string, string> =>
  new Map(
    events.flatMap(({ id, metadata: { traceparent } }) =>
      traceparent === undefined ? [] : [[idOf('evt', id), traceparent] as const],
    ),
  );
