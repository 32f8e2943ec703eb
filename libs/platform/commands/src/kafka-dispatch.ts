import { randomUUID } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Outcome, StoreUnavailable, categoryOf } from '@kernel';
import { endsWithin, within } from '@platform/async';
import {
  type Consumption,
  createKafka,
  type Incoming,
  type Kafka,
  type KafkaCluster,
  type KafkaLog,
  type KafkaProducer,
} from '@platform/kafka';
import { inSpan, metrics } from '@platform/telemetry';
import type { Clock } from './clock';
import { COMMAND_PARTITIONS, COMMAND_TOPIC_CONFIG, REPLY_TOPIC_CONFIG } from './command-topics';
import { DispatchCommand } from './dispatch-command';
import { encodeCommand, encodeHeaders, HEADER, REPLY_TOPIC_PREFIX } from './wire/command-message';
import { decodeReply } from './wire/reply-message';

export interface KafkaDispatchOptions extends KafkaCluster {
  /** The unique name of this gateway: letters, digits, `.`, `_` and `-`. Its reply topic is named after it. */
  readonly instance: string;
  /** The topic that takes the commands of a category. */
  readonly topics: Readonly<Record<string, string>>;
  /** Reads the outcome of a command from its stream. */
  readonly outcomeOf: (dispatched: DispatchCommand) => Promise<Outcome<unknown> | undefined>;
  /** The clock that the write services use, too. */
  readonly clock: Clock;
  readonly log: KafkaLog;
  /** Milliseconds after which a command is answered with an error at the latest; 2,000 by default. */
  readonly deadlineMs?: number;
}

/** The part of the deadline that is reserved for reading the outcome from the stream when no answer has come. */
const LOOK_UP_MS = 250;
const MAX_WAITING = 10_000;
const REPLIES_AT_ONCE = 500;
const CLOSE_MS = 4_000;

/** An outcome, an error to throw, or undefined: no answer. */
type Reply = Outcome<unknown> | Error | undefined;

/** Sends commands over Kafka to write services and waits for the answers on a topic of its own. */
export const createKafkaDispatch = (options: KafkaDispatchOptions): Promise<KafkaDispatch> => {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(options.instance))
    throw new Error(`${options.instance} cannot be part of a topic's name`);
  const kafka = createKafka({ ...options, clientId: `waymark-gateway-${options.instance}` });
  return Promise.resolve(new KafkaDispatch(kafka, options));
};

/**
 * Answers within its deadline in every case: with the write service's answer; else with the outcome found in the stream
 * by the command's id; else with StoreUnavailable, after which the same command id may be sent again.
 *
 * Nest's bus finds it only if it is provided as `{ provide: KafkaDispatch, useFactory: () => dispatch, inject: [] }`,
 * and not by `useValue`.
 */
@CommandHandler(DispatchCommand)
export class KafkaDispatch implements ICommandHandler<DispatchCommand> {
  private readonly waiting = new Map<string, (reply: Reply) => void>();
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
      // A group of one member without offsets. Under a new name it does not wait for a dead member's session to end.
      groupId: () => `${this.replyTopic}.${randomUUID()}`,
      commit: false,
      prepare: () => this.ensureTopics(),
      batch: REPLIES_AT_ONCE,
      handle: async (messages) => messages.forEach((message) => this.receive(message)),
      failed: () => 'park',
      signal: this.closing.signal,
    });
  }

  /** Whether answers can be received. */
  ready(): boolean {
    return this.replies.ready();
  }

  /** Resolves with true once answers can be received, or with false after `patienceMs` milliseconds. */
  whenReady(patienceMs?: number): Promise<boolean> {
    return this.replies.whenReady(patienceMs);
  }

  execute(dispatched: DispatchCommand): Promise<Outcome<unknown>> {
    const attributes = { 'waymark.command': dispatched.command.type };
    return inSpan('command.dispatch', { kind: 'client', attributes }, (span) =>
      this.dispatch(dispatched, span?.traceparent),
    );
  }

  private async dispatch(dispatched: DispatchCommand, traceparent: string | undefined): Promise<Outcome<unknown>> {
    const { deadlineMs = 2_000, topics } = this.options;
    const topic = topics[categoryOf(dispatched.stream)];
    if (!topic) throw new Error(`no topic takes commands of the category ${categoryOf(dispatched.stream)}`);
    const reply = await this.ask({ topic, dispatched, traceparent }, deadlineMs - LOOK_UP_MS);
    if (reply instanceof Error) throw reply;
    const outcome = reply ?? (await this.lookUp(dispatched));
    this.answered.inc({ by: reply ? 'reply' : outcome ? 'stream' : 'nothing' });
    if (outcome) return outcome;
    throw new StoreUnavailable('no write service has answered in time; asking again is safe');
  }

  /** Ends the waiting commands, unanswered, within a few seconds. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const settle of this.waiting.values()) settle(undefined);
    await endsWithin(CLOSE_MS, Promise.all([this.replies.ended, this.producer.close()]));
  }

  /** @returns undefined where no answer has come in time */
  private async ask(command: AskedCommand, patienceMs: number): Promise<Reply> {
    if (this.waiting.size >= MAX_WAITING) return new StoreUnavailable(`${MAX_WAITING} commands are waiting already`);
    const correlationId = randomUUID();
    const sending = { ...command, correlationId, deadline: this.options.clock() + patienceMs };
    const reply = new Promise<Reply>((settle) => this.waiting.set(correlationId, settle));
    // Sends only once answers can be received: otherwise the answer could be lost.
    void this.replies.whenReady(patienceMs).then((ready) => {
      if (ready && this.waiting.has(correlationId)) void this.send(sending);
    });
    try {
      return await within(patienceMs, reply);
    } catch {
      return undefined;
    } finally {
      this.waiting.delete(correlationId);
    }
  }

  private async send({ topic, dispatched, correlationId, deadline, traceparent }: Sending): Promise<void> {
    const { clock, log } = this.options;
    const message = {
      key: dispatched.stream,
      value: encodeCommand(dispatched),
      headers: encodeHeaders({ correlationId, replyTopic: this.replyTopic }, deadline, traceparent),
    };
    try {
      await this.producer.send(topic, message, { deadlineMs: Math.max(1, deadline - clock()) });
    } catch (error) {
      log.warn({ err: error, topic }, 'a command could not be sent');
      this.waiting.get(correlationId)?.(undefined);
    }
  }

  private receive({ value, headers }: Incoming): void {
    const settle = this.waiting.get(headers.get(HEADER.correlationId) ?? '');
    if (!settle) return;
    try {
      settle(decodeReply(value));
    } catch (error) {
      // The command still waits, and its outcome will be read from the stream.
      this.options.log.warn({ err: error }, 'an answer to a command cannot be read');
    }
  }

  private async lookUp(dispatched: DispatchCommand): Promise<Outcome<unknown> | undefined> {
    try {
      return await within(LOOK_UP_MS, this.options.outcomeOf(dispatched));
    } catch (error) {
      this.options.log.warn({ err: error, stream: dispatched.stream }, 'the outcome of a command could not be read');
      return undefined;
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

interface AskedCommand {
  readonly topic: string;
  readonly dispatched: DispatchCommand;
  /** Of the span that waits for the answer. */
  readonly traceparent: string | undefined;
}

interface Sending extends AskedCommand {
  readonly correlationId: string;
  /** By the shared clock. */
  readonly deadline: number;
}
