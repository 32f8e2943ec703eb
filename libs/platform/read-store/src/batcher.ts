import { StoreUnavailable } from '@kernel';

export interface BatcherOptions<I, O> {
  /** Handles a batch at once; answers in the order of the items. */
  readonly send: (items: readonly I[]) => Promise<readonly O[]>;
  /** Items of one batch at most. */
  readonly most: number;
  /** How long an item waits for its answer, queueing included, in milliseconds. */
  readonly deadlineMs: number;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: Error) => void;
  overdue: boolean;
}

/**
 * Shares a round trip: while one batch is under way, what comes in waits and goes together as the next. Whatever fails,
 * and whatever is late, is a StoreUnavailable; an item that is late before its batch is sent is never sent.
 */
export const createBatcher = <I, O>({ send, most, deadlineMs }: BatcherOptions<I, O>) => {
  let queue: Waiting<I, O>[] = [];
  let underWay = false;

  const deliver = async (batch: readonly Waiting<I, O>[]): Promise<void> => {
    try {
      const answers = await send(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(answers[index] as O));
    } catch (error) {
      const unavailable = new StoreUnavailable('Postgres did not answer', { cause: error });
      for (const { reject } of batch) reject(unavailable);
    }
  };

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      const due = queue.filter(({ overdue }) => !overdue);
      queue = due.slice(most);
      if (due.length > 0) await deliver(due.slice(0, most));
    }
    underWay = false;
  };

  return (item: I): Promise<O> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.overdue = true;
        reject(new StoreUnavailable(`no answer within ${deadlineMs} ms`));
      }, deadlineMs);
      const waiting: Waiting<I, O> = {
        item,
        overdue: false,
        resolve: (answer) => (clearTimeout(timer), resolve(answer)),
        reject: (error) => (clearTimeout(timer), reject(error)),
      };
      queue.push(waiting);
      if (underWay) return;
      underWay = true;
      // Not at once: all requests that the sockets have ready belong into the first batch.
      setImmediate(() => void run());
    });
};
