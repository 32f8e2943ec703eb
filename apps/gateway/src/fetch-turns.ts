import { rateLimited } from '@platform/http';
import { FairQueue } from './fair-queue';
import { MinuteLimit } from './minute-limit';

/** Of a workspace in a minute, at each gateway. */
const MOST_FETCHES = 30;
const SHARES = { slots: 20, slotsOfTenant: 4, waitingOfTenant: 20, waiting: 200 };
const PATIENCE_MS = 2_000;

/** Limits what requests of a workspace make us fetch from elsewhere, and shares what is under way among workspaces. */
export class FetchTurns {
  private readonly limit = new MinuteLimit(MOST_FETCHES);
  private readonly queue = new FairQueue(SHARES);

  /**
   * Waits up to 2 seconds for a turn. What gets none does not count.
   * @throws HttpProblem rate_limited, or unavailable when too many wait; what `work` throws
   */
  async take<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const slot = await this.queue.enterWithin(PATIENCE_MS, workspaceId);
    try {
      const wait = this.limit.count(workspaceId);
      if (wait > 0) throw rateLimited(wait);
      return await work();
    } finally {
      slot.leave();
    }
  }
}
