import { ServerKafka } from '@nestjs/microservices';
import {
  CONSUMER_TIMES,
  type Kafka,
  type KafkaLog,
  PRODUCER_OPTIONS,
  watchConsumer,
  type WatchedConsumer,
} from '@platform/kafka';

export interface CommandServerOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  readonly partitions: number;
  readonly log: KafkaLog;
}

/**
 * Nest's transport for Kafka, held to our rules: with our client, with nothing of ours or Nest's reaching kafkajs as an error
 * (some would end its consumer without a word), and with the consumer's end made known.
 */
export class CommandServer extends ServerKafka {
  /** Set as soon as there is a consumer. */
  watched: WatchedConsumer | undefined;
  private readonly parts: ReturnType<Kafka['client']>;
  private readonly log: KafkaLog;

  constructor({ kafka, groupId, partitions, log }: CommandServerOptions) {
    super({
      postfixId: '',
      consumer: { groupId, allowAutoTopicCreation: false, ...CONSUMER_TIMES, retry: PRODUCER_OPTIONS.retry },
      // What is older than a deadline is dropped, so a group without offsets may as well begin with what is there.
      subscribe: { fromBeginning: true },
      run: { partitionsConsumedConcurrently: partitions },
      producer: PRODUCER_OPTIONS,
      parser: { keepBinary: true },
    });
    this.parts = kafka.client();
    this.log = log;
  }

  override createClient<T>(): Promise<T> {
    return Promise.resolve(this.parts.kafka as T);
  }

  override async handleMessage(...args: Parameters<ServerKafka['handleMessage']>): Promise<void> {
    try {
      await super.handleMessage(...args);
    } catch (error) {
      this.log.warn(
        { err: error, topic: args[0].topic, partition: args[0].partition, offset: args[0].message.offset },
        'a message has been set aside',
      );
    }
    this.watched?.touch();
  }

  cut(why: string): void {
    this.parts.cut(why);
  }

  protected override registerConsumerEventListeners(): void {
    super.registerConsumerEventListeners();
    if (!this.consumer) return;
    this.parts.watch(this.consumer);
    this.watched = watchConsumer(this.consumer);
  }
}
