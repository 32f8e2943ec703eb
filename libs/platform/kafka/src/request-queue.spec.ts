import { createRequire } from 'node:module';
import { eventually } from '../../../../test/support/programs';
import { createKafka } from './kafka';

interface Queue {
  readonly throttleCheckTimeoutId: NodeJS.Timeout | null;
  throttledUntil: number;
  push(request: unknown): void;
  checkPendingRequests(): void;
  destroy(): void;
}

const quiet = { info: () => undefined, warn: () => undefined };
const queueOf = (options: object): Queue => {
  const RequestQueue = createRequire(__filename)('kafkajs/src/network/requestQueue') as new (options: object) => Queue;
  const logger = { debug: () => undefined };
  return new RequestQueue({
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'c',
    broker: 'b',
    logger,
    ...options,
  });
};
const request = (correlationId: number, sent: number[]) => ({
  entry: { correlationId, resolve: () => undefined, reject: () => undefined },
  expectResponse: true,
  sendRequest: () => void sent.push(correlationId),
});

describe('a connection to Kafka', () => {
  beforeAll(() => void createKafka({ brokers: ['127.0.0.1:1'], clientId: 'waymark', log: quiet }));

  it('sets no timer while nothing waits to be sent', () => {
    const queue = queueOf({});
    queue.checkPendingRequests();
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });

  it('sends what had to wait once the broker lets it', async () => {
    const queue = queueOf({});
    const sent: number[] = [];
    queue.throttledUntil = Date.now() + 1_000;
    queue.push(request(1, sent));
    expect(sent).toEqual([]);
    await eventually(() => expect(sent).toEqual([1]));
    expect(queue.throttleCheckTimeoutId).toBeNull();
  });
});
