import { StoreUnavailable } from '@kernel';
import { hashPassword } from '@platform/passwords';
import { FairQueue } from '../fair-queue';

/** More at a time would only wait for the one thread that hashes, in front of those who log in. */
const SHARES = { slots: 4, slotsOfTenant: 3, waitingOfTenant: 128, waiting: 1_000 };
/** With the rest of a request, this is less than its Idempotency-Key is leased for. */
const PATIENCE_MS = 5_000;

/** One in a process, as the thread is. */
const queue = new FairQueue(SHARES);

/**
 * Hashes the password of a link. Workspaces take turns, and keep those who log in waiting for some passwords at most:
 * calls about a hundred links with passwords could fill all places of the thread for minutes.
 * @throws StoreUnavailable when too many wait: a repeat completes a bulk call, and an import tries its row again
 */
export const hashOfLink = async (workspaceId: string, password: string): Promise<string> => {
  const slot = await queue.enterWithin(PATIENCE_MS, workspaceId).catch((cause: unknown) => {
    throw new StoreUnavailable('too many passwords of links wait', { cause });
  });
  try {
    return await hashPassword(password);
  } finally {
    slot.leave();
  }
};
