import { type AnalyticsClient, type AnalyticsReader, tookTooLong } from '@platform/analytics-store';
import { HttpProblem } from '@platform/http';
import { FairQueue } from '../fair-queue';

/** Milliseconds that an answer may take, waiting for its turn included. */
export const QUESTION_MS = 10_000;

/**
 * A question runs up to three statements at once, which fill a core or two. More at a time would only slow each other.
 * So a workspace has one question at a time while another one asks.
 */
const SHARES = { slots: 4, slotsOfTenant: 2, waitingOfTenant: 100, waiting: 1_000, sharesFor: 10_000 };

/**
 * While others ask. `priority` pauses a statement only between blocks, and at first nobody knows which of two workspaces
 * uses more: until then each statement would run on as many threads as the engine has cores.
 */
const THREADS_IN_COMPANY = 1;

/**
 * Questions to ClickHouse of all workspaces, in fair shares. Each gateway process has shares of its own: workspaces
 * share each process fairly, and the engine gets as many questions as `SHARES` allows times the number of processes.
 */
export class Questions {
  private readonly queue = new FairQueue(SHARES);

  constructor(
    private readonly client: AnalyticsClient,
    private readonly timeout = QUESTION_MS,
  ) {}

  /**
   * Answers when it is the workspace's turn.
   * @param gone aborts when nobody waits for the answer any more
   * @throws HttpProblem `rate_limited` when too many of the workspace wait, `unavailable` when time is up;
   * StoreUnavailable
   */
  async ask<T>(workspaceId: string, gone: AbortSignal, answer: (reader: AnalyticsReader) => Promise<T>): Promise<T> {
    const until = performance.now() + this.timeout;
    const signal = AbortSignal.any([gone, AbortSignal.timeout(this.timeout)]);
    try {
      const slot = await this.queue.enter(workspaceId, signal);
      const reader: AnalyticsReader = {
        rows: async (sql, params) => {
          const timeout = until - performance.now();
          if (timeout <= 0) throw tooLong();
          const threads = slot.shares ? { threads: THREADS_IN_COMPANY } : {};
          return this.client.rows(sql, params, { signal, timeout, priority: slot.level, ...threads });
        },
      };
      return await answer(reader).finally(() => slot.leave());
    } catch (error) {
      // On a busy machine the clock of the client may strike before that of the signal.
      const isOver = signal.aborted || performance.now() >= until;
      throw isOver || tookTooLong(error) ? tooLong() : error;
    }
  }
}

const tooLong = () =>
  new HttpProblem('unavailable', 'The answer took too long, waiting for its turn included.', { 'retry-after': '5' });
