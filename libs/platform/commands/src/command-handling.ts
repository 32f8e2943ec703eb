import { Rejection, StoreUnavailable, categoryOf } from '@kernel';
import { within } from '@platform/async';
import type { Incoming, KafkaLog, KafkaProducer } from '@platform/kafka';
import { metrics, tracing } from '@platform/telemetry';
import type { Clock } from './clock';
import type { Deciders } from './deciders';
import { storeIsLate } from './store-is-late';
import { addressOf, deadlineOf, decodeCommand, HEADER, type ReturnAddress } from './wire/command-message';
import { Unreadable } from './wire/json';
import { encodeFailure, encodeOutcome } from './wire/reply-message';

/** A message as it came over Kafka; no part of it is trusted. */
export type CommandMessage = Pick<Incoming, 'value' | 'headers'>;

/** The outcome of a received command. */
export type Handled = 'answered' | 'rejected' | 'unavailable' | 'failed' | 'late' | 'parked';

const REPLY_MS = 3_000;
/** A store that hangs must not hold up the following commands for longer, however far off the deadline is. */
const MAX_HANDLING_MS = 10_000;

export interface CommandHandlingOptions {
  readonly deciders: Deciders;
  readonly producer: Pick<KafkaProducer, 'send'>;
  readonly clock: Clock;
  readonly log: KafkaLog;
}

/** Handles commands and sends their answers. No message makes it throw, or keeps it beyond the command's deadline. */
export class CommandHandling {
  private readonly replying = new Set<Promise<void>>();
  private readonly counter = metrics.counter(
    'commands_handled_total',
    'Commands taken from Kafka, by what became of them.',
    ['result'],
  );

  constructor(private readonly options: CommandHandlingOptions) {}

  /** Resolves when the command is handled and its answer is being sent; never throws. */
  async handle(message: CommandMessage): Promise<Handled> {
    const address = addressOf(message.headers);
    const { result, reply } = await this.answerTo(message);
    this.counter.inc({ result });
    if (address && reply !== undefined) this.reply(address, reply);
    return result;
  }

  /** Resolves when each answer under way is sent or has failed. */
  async settled(): Promise<void> {
    await Promise.all(this.replying);
  }

  private async answerTo(message: CommandMessage): Promise<{ result: Handled; reply?: string }> {
    const { deciders, clock, log } = this.options;
    try {
      const deadline = deadlineOf(message.headers);
      const dispatched = decodeCommand(message.value);
      const category = categoryOf(dispatched.stream);
      if (!deciders.has(category))
        throw new Unreadable(`${dispatched.stream} is of a category that is not handled here`);
      const left = deadline - clock();
      // The gateway has answered already, and its client repeats the command if it still wants it.
      if (left <= 0) return { result: 'late' };
      const handle = () => deciders.handlerOf(category)(dispatched);
      const handling = tracing()?.continuing(message.headers.get(HEADER.traceparent), handle) ?? handle();
      const outcome = await within(Math.min(left, MAX_HANDLING_MS), handling, storeIsLate);
      return { result: 'answered', reply: encodeOutcome(outcome) };
    } catch (error) {
      const result = resultOf(error);
      if (result === 'parked')
        log.warn({ err: error, ...described(message) }, 'set aside a message that is not a command');
      if (result === 'failed') log.warn({ err: error, ...described(message) }, 'a command has failed');
      return { result, reply: encodeFailure(error) };
    }
  }

  private reply({ correlationId, replyTopic }: ReturnAddress, value: string): void {
    const { producer, log } = this.options;
    const sending = producer
      .send(replyTopic, { value, headers: { [HEADER.correlationId]: correlationId } }, { deadlineMs: REPLY_MS })
      // The gateway then reads the outcome from the stream.
      .catch((error: unknown) => log.warn({ err: error, replyTopic }, 'an answer could not be sent'))
      .finally(() => this.replying.delete(sending));
    this.replying.add(sending);
  }
}

const resultOf = (error: unknown): Handled => {
  if (error instanceof Unreadable) return 'parked';
  if (error instanceof StoreUnavailable) return 'unavailable';
  return error instanceof Rejection ? 'rejected' : 'failed';
};

/** Identifies a message without its content. */
const described = ({ headers, value }: CommandMessage): object => ({
  correlationId: headers.get(HEADER.correlationId),
  bytes: value?.length ?? 0,
});
