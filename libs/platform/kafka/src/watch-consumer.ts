import type { Consumer } from 'kafkajs';

export interface WatchedConsumer {
  /** Resolves, with the reason, when kafkajs has given this consumer up. */
  readonly crashed: Promise<Error>;
  /** Resolves when the first fetch of a joined group is answered: from then on no new message is missed. */
  readonly fetching: Promise<void>;
  /** Milliseconds since a broker's last answer, or since the last message was handled. */
  idleMs(): number;
  /** Call it while a long piece of work goes on. */
  touch(): void;
}

/** Follows the events of a kafkajs consumer to know whether it is alive. Call it before `run`. */
export const watchConsumer = (consumer: Consumer): WatchedConsumer => {
  let last = performance.now();
  const touch = (): void => void (last = performance.now());
  const crashed = new Promise<Error>((resolve) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
  });
  const fetching = new Promise<void>((resolve) => {
    consumer.on(consumer.events.FETCH, () => {
      touch();
      resolve();
    });
  });
  for (const event of [consumer.events.GROUP_JOIN, consumer.events.HEARTBEAT, consumer.events.END_BATCH_PROCESS])
    consumer.on(event, touch);
  return { crashed, fetching, idleMs: () => performance.now() - last, touch };
};
