import { randomUUID } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Outcome, StoreUnavailable, categoryOf } from '@kernel';
import {
  type Consumption,
  createKafka,
  type Incoming,
  type Kafka,
  type KafkaCluster,
  type KafkaLog,
  type KafkaProducer,
  within,
} from '@platform/kafka';
import { metrics } from '@platform/telemetry';
import { COMMAND_PARTITIONS, COMMAND_TOPIC_CONFIG, REPLY_TOPIC_CONFIG } from './command-topics';
import { DispatchCommand } from './dispatch-command';
import { encodeCommand, encodeHeaders, HEADER, REPLY_TOPIC_PREFIX } from './wire/command-message';
import { decodeReply } from './wire/reply-message';

export interface KafkaDispatchOptions extends KafkaCluster {
  /** Names this gateway among all: letters, digits, `.`, `_` and `-`. Its reply topic is named after it. */
  readonly instance: string;
  /** The topic that takes the commands of a category. */
  readonly topics: Readonly<Record<string, string>>;
  /** What became of a command, read from its stream. */
  readonly outcomeOf: (dispatched: DispatchCommand) => Promise<Outcome<unknown> | undefined>;
  readonly log: KafkaLog;
  /** Milliseconds within which a command is answered, in one way or the other; 2,000 unless told. */
  readonly deadlineMs?: number;
}

/** What is left of the deadline for reading the outcome from the stream, when no answer has come. */
const LOOK_UP_MS = 250;
const MOST_WAITING = 10_000;
const REPLIES_AT_ONCE = 500;
const CLOSE_MS = 4_000;

type Settle = (reply: Outcome<unknown> | Error | undefined) => void;

/** Where commands are handled elsewhere: sends them over Kafka and waits for the answer on a topic of its own. */
export const createKafkaDispatch = (options: KafkaDispatchOptions): Promise<KafkaDispatch> => {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(options.instance))
    throw new Error(`${options.instance} cannot be part of a topic's name`);
  const kafka = createKafka({ ...options, clientId: `waymark-gateway-${options.instance}` });
  return Promise.resolve(new KafkaDispatch(kafka, options));
};

/**
 * Answers within its deadline, whatever happens: with the write service's answer; else with the outcome found in the stream
 * by the command's id; else with StoreUnavailable, after which the command may be sent again under the same id.
 *
 * Nest's bus finds it where it is provided as `{ provide: KafkaDispatch, useFactory: () => dispatch, inject: [] }`, and not
 * by `useValue`.
 */
@CommandHandler(DispatchCommand)
export class KafkaDispatch implements ICommandHandler<DispatchCommand> {
  private readonly waiting = new Map<string, Settle>();
  private readonly closing = new AbortController();
  private readonly producer: KafkaProducer;
  private readonly replies: Consumption;
  private readonly replyTopic: string;
  private readonly answered = metrics.counter('command_answers_total', 'How commands sent over Kafka were answered.', [
    'by',
  ]);

  constructor(
    private readonly kafka: Kafka,
    private readonly options: KafkaDispatchOptions,
  ) {
    this.replyTopic = `${REPLY_TOPIC_PREFIX}${options.instance}`;
    this.producer = kafka.producer();
    this.replies = kafka.consume({
      topics: [this.replyTopic],
      // Of one member and without offsets: a name of its own at each beginning, so that it waits for no predecessor's end.
      groupId: () => `${this.replyTopic}.${randomUUID()}`,
      commit: false,
      prepare: () => this.ensureTopics(),
      batch: REPLIES_AT_ONCE,
      handle: async (messages) => messages.forEach((message) => this.receive(message)),
      failed: () => 'park',
      signal: this.closing.signal,
    });
  }

  /** Answers can be received. */
  ready(): boolean {
    return this.replies.ready();
  }

  /** Resolves with true once answers can be received, with false when that takes longer than the patience (ms). */
  whenReady(patienceMs?: number): Promise<boolean> {
    return this.replies.whenReady(patienceMs);
  }

  async execute(dispatched: DispatchCommand): Promise<Outcome<unknown>> {
    const { deadlineMs = 2_000, topics } = this.options;
    const topic = topics[categoryOf(dispatched.stream)];
    if (!topic) throw new Error(`no topic takes commands of the category ${categoryOf(dispatched.stream)}`);
    const reply = await this.ask(topic, dispatched, deadlineMs - LOOK_UP_MS);
    if (reply instanceof Error) throw reply;
    const outcome = reply ?? (await this.lookUp(dispatched));
    this.answered.inc({ by: reply ? 'reply' : outcome ? 'stream' : 'nothing' });
    if (outcome) return outcome;
    throw new StoreUnavailable('no write service has answered in time; asking again is safe');
  }

  /** Ends what waits, unanswered, within a few seconds. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const settle of this.waiting.values()) settle(undefined);
    await within(CLOSE_MS, Promise.all([this.replies.ended, this.producer.close()]));
  }

  /** Undefined when there is no answer by then, or when there will be none. */
  private ask(
    topic: string,
    dispatched: DispatchCommand,
    patienceMs: number,
  ): Promise<Outcome<unknown> | Error | undefined> {
    if (this.waiting.size >= MOST_WAITING)
      return Promise.resolve(new StoreUnavailable(`${MOST_WAITING} commands are waiting already`));
    const correlationId = randomUUID();
    const deadline = Date.now() + patienceMs;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(undefined), patienceMs);
      const settle: Settle = (reply) => {
        clearTimeout(timer);
        this.waiting.delete(correlationId);
        resolve(reply);
      };
      this.waiting.set(correlationId, settle);
      const message = {
        key: dispatched.stream,
        value: encodeCommand(dispatched),
        headers: encodeHeaders({ correlationId, replyTopic: this.replyTopic }, deadline),
      };
      // Not before answers can be received: one that nobody hears is as good as none.
      void this.replies.whenReady(patienceMs).then(async (ready) => {
        if (!ready || !this.waiting.has(correlationId)) return;
        await this.producer
          .send(topic, message, { deadlineMs: Math.max(1, deadline - Date.now()) })
          .catch((error: unknown) => {
            this.options.log.warn({ err: error, topic }, 'a command could not be sent');
            settle(undefined);
          });
      });
    });
  }

  private receive({ value, headers }: Incoming): void {
    const settle = this.waiting.get(headers.get(HEADER.correlationId) ?? '');
    if (!settle) return;
    try {
      settle(decodeReply(value));
    } catch (error) {
      // Its command still waits, and its outcome will be read from the stream.
      this.options.log.warn({ err: error }, 'an answer to a command cannot be read');
    }
  }

  private async lookUp(dispatched: DispatchCommand): Promise<Outcome<unknown> | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), LOOK_UP_MS)));
    try {
      return await Promise.race([this.options.outcomeOf(dispatched), late]);
    } catch (error) {
      this.options.log.warn({ err: error, stream: dispatched.stream }, 'the outcome of a command could not be read');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  private ensureTopics(): Promise<void> {
    const topics = [...new Set(Object.values(this.options.topics))];
    return this.kafka.ensureTopics([
      { topic: this.replyTopic, partitions: 1, config: REPLY_TOPIC_CONFIG },
      ...topics.map((topic) => ({ topic, partitions: COMMAND_PARTITIONS, config: COMMAND_TOPIC_CONFIG })),
    ]);
  }
}
