import { endsOrAborts, endsWithin } from '@platform/async';
import type { EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import type { KafkaClient } from './client';
import type { KafkaLog } from './log';
import { CONSUMER_TIMES, RETRY } from './settings';
import { type Attempt, type Supervised, supervise } from './supervise';
import { watchConsumer, type WatchedConsumer } from './watch-consumer';

/** A message as received; no part of it is trusted yet. */
export interface Incoming {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** As text; the last value of a header that was sent several times. */
  readonly headers: ReadonlyMap<string, string>;
}

/** `park` skips messages whose handler threw; `retry` handles them again, in order, until it succeeds. */
export type Failed = 'park' | 'retry';

export interface Consume {
  readonly topics: readonly string[];
  /** A function makes a new name at each start: the group then waits for no earlier member's session to end. */
  readonly groupId: string | (() => string);
  /** Where a group without an offset begins: at the first message, or by default at the topic's end. */
  readonly fromBeginning?: boolean;
  /** False for a group that always begins where `fromBeginning` says; true by default. */
  readonly commit?: boolean;
  /** Number of partitions handled at once. */
  readonly concurrency?: number;
  /** Runs at each start, before the topics are subscribed to: the place to create them. */
  prepare?(): Promise<void>;
  /** Handles one or up to `batch` messages of one partition, in order. Once resolved, their offsets are committed. */
  handle(messages: readonly Incoming[]): Promise<void>;
  /** Maximum number of messages handed over at once; 1 by default. */
  readonly batch?: number;
  /** Decides what happens after the handler threw. */
  failed(error: unknown, messages: readonly Incoming[]): Failed;
  readonly signal: AbortSignal;
}

export type Consumption = Supervised;

const STOP_MS = 8_000;
const FIRST_FETCH_MS = 15_000;
const HEARTBEAT_MS = 1_000;

export const consume = (client: KafkaClient, options: Consume, log: KafkaLog): Consumption =>
  supervise({
    name: options.topics.join(','),
    signal: options.signal,
    log,
    start: () => start(client, options),
  });

const start = async ({ kafka, watch, cut }: KafkaClient, options: Consume): Promise<Attempt> => {
  await options.prepare?.();
  const { topics, fromBeginning = false, commit = true, concurrency = 1 } = options;
  const groupId = typeof options.groupId === 'string' ? options.groupId : options.groupId();
  const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false, retry: RETRY, ...CONSUMER_TIMES });
  watch(consumer);
  const watched = watchConsumer(consumer);
  const end = async (): Promise<void> => {
    if (!(await endsWithin(STOP_MS, consumer.disconnect()))) cut('its consumer did not end in time');
  };
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...topics], fromBeginning });
    await consumer.run({
      autoCommit: commit,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: concurrency,
      eachBatch: (payload) => eachBatch(payload, options, watched),
    });
    const fetching = Promise.race([watched.fetching, watched.crashed]);
    await endsWithin(FIRST_FETCH_MS, endsOrAborts(fetching, options.signal));
  } catch (error) {
    await end();
    throw error;
  }
  return { failed: watched.crashed, idleMs: watched.idleMs, end };
};

/** Only kafkajs' own errors reach kafkajs: for some of ours it would give the consumer up silently. */
const eachBatch = async (
  payload: EachBatchPayload,
  { handle, failed, batch: maxItems = 1 }: Consume,
  watched: WatchedConsumer,
): Promise<void> => {
  const { batch, resolveOffset, heartbeat, commitOffsetsIfNecessary, isRunning, isStale } = payload;
  for (let from = 0; from < batch.messages.length && isRunning() && !isStale(); from += maxItems) {
    const messages = batch.messages.slice(from, from + maxItems);
    const incoming = messages.map((message) => incomingOf(batch.topic, batch.partition, message));
    const beating = keepBeating(heartbeat, watched);
    const verdict = await handle(incoming).then(
      () => undefined,
      (error: unknown) => judge(() => failed(error, incoming), error),
    );
    clearInterval(beating);
    if (!verdict) {
      watched.touch();
      resolveOffset(messages.at(-1)?.offset ?? batch.lastOffset());
      await commitOffsetsIfNecessary();
    }
    // Throws when the group rebalances; kafkajs then commits the resolved offsets.
    await heartbeat();
    if (verdict) throw verdict;
  }
};

/** An error that makes kafkajs deliver the messages again; undefined if they are to be skipped. */
const judge = (rule: () => Failed, cause: unknown): Error | undefined => {
  try {
    return rule() === 'retry' ? new Error('handled again', { cause }) : undefined;
  } catch (error) {
    return new Error('a failure could not be judged', { cause: error });
  }
};

/** A handler may outlast a session without heartbeats. A failed heartbeat is repeated after the handler. */
const keepBeating = (heartbeat: () => Promise<void>, watched: WatchedConsumer): NodeJS.Timeout =>
  setInterval(() => {
    watched.touch();
    heartbeat().catch(() => undefined);
  }, HEARTBEAT_MS);

const incomingOf = (topic: string, partition: number, { offset, key, value, headers }: KafkaMessage): Incoming => ({
  topic,
  partition,
  offset,
  key,
  value,
  headers: headersOf(headers),
});

const headersOf = (headers: IHeaders | undefined): ReadonlyMap<string, string> => {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(headers ?? {})) {
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last !== undefined && last !== null) texts.set(name, last.toString());
  }
  return texts;
};
