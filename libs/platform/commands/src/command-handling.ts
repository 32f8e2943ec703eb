import { type Outcome, Rejection, StoreUnavailable, categoryOf } from '@kernel';
import type { KafkaLog, KafkaProducer } from '@platform/kafka';
import { metrics } from '@platform/telemetry';
import type { Deciders } from './deciders';
import type { DispatchCommand } from './dispatch-command';
import { addressOf, deadlineOf, decodeCommand, HEADER, type ReturnAddress } from './wire/command-message';
import { Unreadable } from './wire/json';
import { encodeFailure, encodeOutcome } from './wire/reply-message';

/** What came over the wire; nothing of it is trusted. */
export interface CommandMessage {
  readonly value: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** What becomes of a command that comes in. */
export type Handled = 'answered' | 'rejected' | 'unavailable' | 'failed' | 'late' | 'parked';

const REPLY_MS = 3_000;

export interface CommandHandlingOptions {
  readonly deciders: Deciders;
  readonly producer: KafkaProducer;
  readonly log: KafkaLog;
}

/** Turns messages into commands, commands into answers. Nothing that comes in makes it throw, or keeps it beyond its deadline. */
export class CommandHandling {
  private readonly replying = new Set<Promise<void>>();
  private readonly counter = metrics.counter(
    'commands_handled_total',
    'Commands taken from Kafka, by what became of them.',
    ['result'],
  );

  constructor(private readonly options: CommandHandlingOptions) {}

  /** Resolves once the command is handled and its answer on its way; never throws. */
  async handle(message: CommandMessage): Promise<Handled> {
    const address = addressOf(message.headers);
    const { result, reply } = await this.answerTo(message);
    this.counter.inc({ result });
    if (address && reply !== undefined) this.reply(address, reply);
    return result;
  }

  /** Resolves when the answers under way are sent, or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.replying);
  }

  private async answerTo(message: CommandMessage): Promise<{ result: Handled; reply?: string }> {
    try {
      const deadline = deadlineOf(message.headers);
      const dispatched = decodeCommand(message.value);
      if (!this.options.deciders.has(categoryOf(dispatched.stream)))
        throw new Unreadable(`${dispatched.stream} is of a category that is not handled here`);
      // Whoever asked has been answered otherwise, and repeats it if it is still wanted.
      if (Date.now() >= deadline) return { result: 'late' };
      return { result: 'answered', reply: encodeOutcome(await this.byDeadline(dispatched, deadline)) };
    } catch (error) {
      const result = resultOf(error);
      if (result === 'parked')
        this.options.log.warn({ err: error, ...described(message) }, 'a message that is no command has been set aside');
      if (result === 'failed') this.options.log.warn({ err: error, ...described(message) }, 'a command has failed');
      return { result, reply: encodeFailure(error) };
    }
  }

  /** A store that hangs must not hold up the commands behind this one. */
  private async byDeadline(dispatched: DispatchCommand, deadline: number): Promise<Outcome<unknown>> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new StoreUnavailable('the event store did not answer in time')),
        deadline - Date.now(),
      );
    });
    try {
      const handling = this.options.deciders.handlerOf(categoryOf(dispatched.stream))(dispatched);
      handling.catch(() => undefined); // It may fail after its deadline.
      return await Promise.race([handling, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private reply({ correlationId, replyTopic }: ReturnAddress, value: string): void {
    const { producer, log } = this.options;
    const sending = producer
      .send(replyTopic, { value, headers: { [HEADER.correlationId]: correlationId } }, { deadlineMs: REPLY_MS })
      // Whoever waits for it reads the outcome from the stream.
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

/** Which message it was, without what it holds. */
const described = ({ headers, value }: CommandMessage): object => ({
  correlationId: headers[HEADER.correlationId],
  bytes: Buffer.isBuffer(value) ? value.length : 0,
});
