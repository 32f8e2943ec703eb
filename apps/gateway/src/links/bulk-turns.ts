import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { StoreUnavailable } from '@kernel';
import { linkStream } from '@contexts/links';
import { asUnavailable } from '@platform/read-store';
import { FairQueue } from '../fair-queue';

/** Items of one workspace that are handled at once: they share a pool of database connections with other requests. */
export const AT_ONCE = 16;

/** Any stream of links: they have the same processors. */
export const LINKS = linkStream('link_');

/**
 * Shares what calls about many links may have under way among workspaces: a bulk call may name a hundred links with
 * long histories, and one that adds links to a campaign a thousand. After a store has failed, no item that waits begins,
 * so that calls fail as fast as a single one.
 */
@Injectable()
export class BulkTurns {
  private readonly queue = new FairQueue({
    slots: 3 * AT_ONCE,
    slotsOfTenant: AT_ONCE,
    waitingOfTenant: Infinity,
    waiting: Infinity,
  });
  private failing = forMany();

  /** @throws what `work` throws, or the failure of a store that another item met meanwhile */
  async take<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const slot = await this.queue.enter(workspaceId, this.failing.signal);
    try {
      return await work();
    } catch (error) {
      const failure = asUnavailable(error);
      if (failure instanceof StoreUnavailable) this.refuseWaiting(failure);
      throw failure;
    } finally {
      slot.leave();
    }
  }

  private refuseWaiting(failure: StoreUnavailable): void {
    const { failing } = this;
    this.failing = forMany();
    failing.abort(failure);
  }
}

/** A controller whose signal many items listen to. */
const forMany = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};
