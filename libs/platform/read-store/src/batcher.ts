import { StoreUnavailable } from '@kernel';
import { Batcher, type BatcherOptions } from '@platform/async';

/** A batcher on Postgres: every failure and every missed deadline is a StoreUnavailable. */
export const postgresBatcher = <I, O>({
  send,
  ...limits
}: Pick<BatcherOptions<I, O>, 'send' | 'maxItems' | 'deadlineMs'>): Batcher<I, O> =>
  new Batcher({
    ...limits,
    send: (items) =>
      send(items).catch((cause: unknown) => {
        throw new StoreUnavailable('Postgres did not answer', { cause });
      }),
    unavailable: (detail) => new StoreUnavailable(`Postgres: ${detail}`),
  });
