import { StoreUnavailable } from '@kernel';
import { Batcher, type BatcherOptions } from '@platform/async';
import { isDataFault } from '@platform/postgres';

/**
 * A batcher on Postgres. Its failures and missed deadlines are StoreUnavailable; a fault in a value or in a statement,
 * which no retry would mend, stays what it is and fails its own item only.
 */
export const postgresBatcher = <I, O>({
  send,
  ...limits
}: Pick<BatcherOptions<I, O>, 'send' | 'maxItems' | 'deadlineMs'>): Batcher<I, O> =>
  new Batcher({
    ...limits,
    send: (items) =>
      send(items).catch((cause: unknown) => {
        throw isDataFault(cause) ? cause : new StoreUnavailable('Postgres did not answer', { cause });
      }),
    isFaultOfItem: isDataFault,
    unavailable: (detail) => new StoreUnavailable(`Postgres: ${detail}`),
  });
