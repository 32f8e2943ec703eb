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

/** Items of one workspace that wait or are under way, and how those that wait are refused. */
interface Underway {
  items: number;
  readonly failing: AbortController;
}

/**
 * Shares what calls about many links may have under way among workspaces: a bulk call may name a hundred links with
 * long histories, and one that adds links to a campaign a thousand. After a store has failed, no item of the same
 * workspace that waits begins, so that calls fail as fast as a single one. Others go on: it may have failed for what
 * this workspace asked of it.
 */
@Injectable()
export class BulkTurns {
  private readonly queue = new FairQueue({
    slots: 3 * AT_ONCE,
    slotsOfTenant: AT_ONCE,
    waitingOfTenant: Infinity,
    waiting: Infinity,
  });
  private readonly underway = new Map<string, Underway>();

  /** @throws what `work` throws, or the failure of a store that another item of the workspace met meanwhile */
  async take<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const own = this.underway.get(workspaceId) ?? { items: 0, failing: forMany() };
    this.underway.set(workspaceId, own);
    own.items += 1;
    try {
      return await this.inSlot(workspaceId, own.failing.signal, work);
    } finally {
      own.items -= 1;
      if (own.items === 0 && this.underway.get(workspaceId) === own) this.underway.delete(workspaceId);
    }
  }

  private async inSlot<T>(workspaceId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const slot = await this.queue.enter(workspaceId, signal);
    try {
      return await work();
    } catch (error) {
      const failure = asUnavailable(error);
      if (failure instanceof StoreUnavailable) this.refuseWaiting(workspaceId, failure);
      throw failure;
    } finally {
      slot.leave();
    }
  }

  /** Items that come later begin anew. */
  private refuseWaiting(workspaceId: string, failure: StoreUnavailable): void {
    const own = this.underway.get(workspaceId);
    this.underway.delete(workspaceId);
    own?.failing.abort(failure);
  }
}

/** A controller whose signal many items listen to. */
const forMany = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};
