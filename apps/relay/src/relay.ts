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
  parkedAt,
  runProcessor,
  stepOf,
} from '@platform/processing';
import { type Leadership, PostgresProcessorState, lead } from '@platform/read-store';
import { metrics } from '@platform/telemetry';
import type { Pool } from 'pg';
import { type Message, type Publish, TooLarge, portionsOf, publicEventMessage } from './messages';

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
 * after the broker's acknowledgement, so that a crash in between repeats public events with the same ids. A stream with
 * an event that the broker refuses for its size is parked. Works while this process leads, and waits while another
 * process leads. Ends when the signal aborts.
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
    const parked = new Map<string, ParkedStream>();
    const messages: Message[] = [];
    const streams = byStream(batch);
    for (let at = 0; at < streams.length; at += READ_AT_ONCE) {
      const some = streams.slice(at, at + READ_AT_ONCE).map((stream) => this.messagesOf(stream, parked));
      messages.push(...(await Promise.all(some)).flat());
    }
    for (const [stream, { id, error }] of await this.publish(messages)) {
      const events = batch.events.filter((event) => event.stream === stream);
      const refused = events.find((event) => idOf('evt', event.id) === id) ?? events[0];
      if (refused) parked.set(stream, parkedAt(refused, error));
    }
    await this.state.write(stepOf(batch, [...parked.values()]));
    return [...parked.values()];
  };

  private async messagesOf(batch: StreamBatch, parked: Map<string, ParkedStream>): Promise<readonly Message[]> {
    const published = await this.streams.publish(batch);
    if (published.parked) parked.set(batch.stream, published.parked);
    const traces = tracesOf(batch.events);
    return published.events.map((event) => publicEventMessage(batch.stream, event, traces.get(event.id)));
  }

  /** @returns the first message of each stream that the broker refuses, after which nothing of the stream was sent */
  private async publish(messages: readonly Message[]): Promise<ReadonlyMap<string, Refused>> {
    const refused = new Map<string, Refused>();
    const send = async (portion: readonly Message[]): Promise<void> => {
      try {
        await this.options.publish(portion);
      } catch (error) {
        const [first] = portion;
        if (!(error instanceof TooLarge) || !first) throw error;
        if (portion.length === 1) return void refused.set(first.key, { id: first.headers.id, error });
        for (const one of portion) await send([one]);
        return;
      }
      for (const { headers } of portion) this.published.inc({ type: headers.type });
    };
    for (const portion of portionsOf(messages)) {
      const wanted = portion.filter(({ key }) => !refused.has(key));
      if (wanted.length > 0) await send(wanted);
    }
    return refused;
  }
}

interface Refused {
  /** Of the public event. */
  readonly id: string;
  readonly error: TooLarge;
}

/** By the id of the public event. */
const tracesOf = (events: readonly Recorded[]): ReadonlyMap<string, string> =>
  new Map(
    events.flatMap(({ id, metadata: { traceparent } }) =>
      traceparent === undefined ? [] : [[idOf('evt', id), traceparent] as const],
    ),
  );
