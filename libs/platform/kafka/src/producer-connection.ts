import { endsWithin } from '@platform/async';
import type { Producer } from 'kafkajs';
import type { KafkaClient } from './client';
import { PRODUCER_OPTIONS } from './settings';

const CLOSE_MS = 3_000;

/** One producer of kafkajs, connected when it is first needed and again after a failure. */
export class ProducerConnection {
  private opening: Promise<Producer> | undefined;
  private closed = false;

  constructor(private readonly client: KafkaClient) {}

  open(): Promise<Producer> {
    if (this.closed) return Promise.reject(new Error('the producer is closed'));
    const opening = (this.opening ??= this.connect());
    opening.catch(() => {
      if (this.opening === opening) this.opening = undefined;
    });
    return opening;
  }

  /** A producer asks for ever for each topic it once knew. If one is deleted, its sends to all topics fail. */
  renew(): void {
    this.opening?.then((producer) => producer.disconnect()).catch(() => undefined);
    this.opening = undefined;
  }

  async close(): Promise<void> {
    this.closed = true;
    await endsWithin(CLOSE_MS, Promise.resolve(this.opening?.then((producer) => producer.disconnect())));
  }

  private async connect(): Promise<Producer> {
    const producer = this.client.kafka.producer(PRODUCER_OPTIONS);
    this.client.watch(producer);
    await producer.connect();
    return producer;
  }
}
